import { Icon } from './icon.tsx';
import styles from './points.module.css';

interface PointsProps {
  /** `check`: what is possible. `lock`: what is kept safe or out of reach. */
  readonly symbol: 'check' | 'lock';
  /** What the symbol means, for screen readers. */
  readonly label: string;
  readonly points: readonly string[];
  /** Folded into the line of its label on a phone, so that what comes next is near. The label is drawn then, and on wider screens too. */
  readonly folds?: boolean;
}

/** A compact list with a symbol before each point. */
export function Points({ folds = false, ...list }: PointsProps) {
  if (!folds) return <List {...list} />;
  return (
    <details className={styles.folded} open={!matchMedia(phone).matches}>
      <summary className={styles.line}>
        {list.label}
        <Icon name="down" />
      </summary>
      <List {...list} />
    </details>
  );
}

/** The width below which tokens.css makes the sheet the window. */
const phone = '(max-width: 479px)';

const List = ({ symbol, label, points }: PointsProps) => (
  <ul className={styles.points} data-symbol={symbol} aria-label={label}>
    {points.map((point) => (
      <li key={point}>
        <Icon name={symbol} />
        {point}
      </li>
    ))}
  </ul>
);
