import type { ReactNode } from 'react';

/** A bordered area of a page. */
export const Card = ({ children }: { readonly children: ReactNode }) => <section>{children}</section>;
