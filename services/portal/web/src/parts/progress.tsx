import { words } from '../words/words.ts';
import styles from './progress.module.css';

/** A bar for something that takes longer than 300 ms; appears after that time, for screen readers too. */
export const Progress = () => (
  <div className={styles.progress} role="progressbar" aria-label={words.common.loading} />
);
