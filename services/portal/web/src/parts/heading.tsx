import type { ReactNode } from 'react';
import styles from './heading.module.css';

/** Of a part of a page. That of the page itself is of `Page`. */
export const Heading = ({ children }: { readonly children: ReactNode }) => (
  <h2 className={styles.heading}>{children}</h2>
);
