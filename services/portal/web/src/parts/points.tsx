import { Icon } from './icon.tsx';
import styles from './points.module.css';

export interface PointsProps {
  /** `check`: what is possible. `lock`: what is kept safe or out of reach. */
  readonly symbol: 'check' | 'lock';
  /** What the symbol means, for screen readers. */
  readonly label: string;
  readonly points: readonly string[];
}

/** A compact list with a symbol before each point. */
export const Points = ({ symbol, label, points }: PointsProps) => (
  <ul className={styles.points} data-symbol={symbol} aria-label={label}>
    {points.map((point) => (
      <li key={point}>
        <Icon name={symbol} />
        {point}
      </li>
    ))}
  </ul>
);
