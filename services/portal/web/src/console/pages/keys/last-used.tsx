import { Time } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';
import { type ApiKey, type Recency, recencyOf } from './key-facts.ts';
import styles from './last-used.module.css';

/** Number of filled bars. */
const bars: Readonly<Record<Recency, number>> = { never: 0, long: 1, month: 2, week: 3, day: 4 };

/** When a key was last used, with bars that show how recent that is. */
export function LastUsed({ apiKey }: { readonly apiKey: ApiKey }) {
  const recency = recencyOf(apiKey);
  const label = words.keys.used[recency];
  return (
    <span className={styles.used}>
      <svg className={styles.bars} viewBox="0 0 22 14" role="img" aria-label={label}>
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 6 + 0.5}
            y={13.5 - bar * 3}
            width="3"
            height={bar * 3}
            data-full={bar <= bars[recency]}
          />
        ))}
      </svg>
      {apiKey.lastRequest === undefined ? (
        <span aria-hidden="true">{words.common.never}</span>
      ) : (
        <Time at={apiKey.lastRequest} />
      )}
    </span>
  );
}
