import styles from './joined.module.css';
import { Monogram } from './monogram.tsx';

export interface JoinedProps {
  readonly from: string;
  readonly to: string;
}

/** Two monograms with a cable between them: who asks, and whose account it is about. The names stand beside it as text. */
export const Joined = ({ from, to }: JoinedProps) => (
  <span className={styles.joined} aria-hidden="true">
    <Monogram name={from} />
    <span className={styles.cable} />
    <Monogram name={to} />
  </span>
);
