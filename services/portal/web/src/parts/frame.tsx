import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
import styles from './frame.module.css';

/** The frame of every page: the brand above, the tagline below. */
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

/** Our own mark: four sockets of a patch bay, two of them joined by a cable. The same drawing as public/icon.svg. */
const BrandMark = () => (
  <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
    <rect className={styles.panel} width="32" height="32" rx="8" />
    <g className={styles.socket}>
      <circle className={styles.empty} cx="22.5" cy="9.5" r="2.5" />
      <circle className={styles.empty} cx="9.5" cy="22.5" r="2.5" />
      <circle cx="9.5" cy="9.5" r="3.5" />
      <circle cx="22.5" cy="22.5" r="3.5" />
    </g>
    <path className={styles.cable} d="M9.5 9.5c0 9 13 4 13 13" />
  </svg>
);

/**
 * Marks the document while somebody moves through it with the Tab key, until they use a pointer. Browsers have `:focus-visible` for
 * this, but it also matches a heading that a script focuses while the page loads, before anybody pressed a key.
 */
function markKeyboardUse(): void {
  const { dataset } = document.documentElement;
  addEventListener('keydown', ({ key }) => key === 'Tab' && (dataset['keyboard'] = ''), true);
  addEventListener('pointerdown', () => delete dataset['keyboard'], true);
}

markKeyboardUse();
