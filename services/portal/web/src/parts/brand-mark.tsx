import styles from './brand-mark.module.css';

/** Our own mark: four sockets of a patch bay, two of them joined by a cable. The same drawing as public/icon.svg. */
export const BrandMark = () => (
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
