import type { HealthTone } from '@patchbay/client';
import { formatDateTime } from '../../words/words.ts';
import { ago, words } from '../words/words.ts';
import lineStyles from './line.module.css';
import styles from './states.module.css';
import tagStyles from './tag.module.css';

interface StatesProps {
  readonly states: readonly {
    readonly key: string;
    readonly state: HealthTone;
    readonly text: string;
  }[];
}

/** States in words, each with a mark whose shape differs: colour alone is not enough for everybody. */
export const States = ({ states }: StatesProps) => (
  <span className={styles.states}>
    {states.map(({ key, state, text }) => (
      <span key={key} className={styles.state} data-state={state}>
        {text}
      </span>
    ))}
  </span>
);

interface LineProps {
  readonly children: string;
  /** What the text shortens. Default: the text. */
  readonly whole?: string;
}

/** A text of any length on one line. What does not fit is in the tooltip, and shown in a row that has the focus of the keyboard. */
export const Line = ({ children, whole = children }: LineProps) => (
  <bdi className={lineStyles.line} title={whole}>
    {children}
  </bdi>
);

/** A word beside a name that tells it apart, such as "You". */
export const Tag = ({ children }: { readonly children: string }) => (
  <span className={tagStyles.tag}>{children}</span>
);

/** A point in time as people say it: "5 minutes ago", or "Never" for null. The tooltip has the date. */
export function Time({ at }: { readonly at: string | null }) {
  if (at === null) return words.common.never;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {ago(at)}
    </time>
  );
}
