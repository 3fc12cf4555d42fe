import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A bordered area of a page. */
export const Card = ({ children }: { readonly children: ReactNode }) => (
  <section className={styles.card}>{children}</section>
);
