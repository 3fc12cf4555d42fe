import type { ReactNode } from 'react';

/** Of a part of a page. That of the page itself is of `Page`. */
export const Heading = ({ children }: { readonly children: ReactNode }) => <h2>{children}</h2>;
