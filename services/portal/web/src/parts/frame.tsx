import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
import { BrandMark } from './brand-mark.tsx';
import styles from './frame.module.css';

/** What all pages have around their content: the brand above, what the product is below. */
export const Frame = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.frame}>
    <header className={styles.header}>
      <BrandMark />
      {words.common.product}
    </header>
    <main className={styles.sheet}>{children}</main>
    <footer className={styles.footer}>{words.common.tagline}</footer>
  </div>
);
