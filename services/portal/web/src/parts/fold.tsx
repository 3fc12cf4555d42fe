import type { ReactNode, Ref } from 'react';
import styles from './fold.module.css';
import { Icon } from './icon.tsx';

interface FoldProps {
  readonly summary: ReactNode;
  /** Default: closed. */
  readonly open?: boolean;
  readonly onToggle?: (open: boolean) => void;
  /** Of the summary, which can get the focus. */
  readonly ref?: Ref<HTMLElement> | undefined;
  readonly children: ReactNode;
}

/** A line that opens and closes what is below it. */
export const Fold = ({ summary, open = false, onToggle, ref, children }: FoldProps) => (
  <details
    className={styles.fold}
    open={open}
    onToggle={({ currentTarget, target }) => {
      // Folds inside this one report to it too.
      if (target === currentTarget) onToggle?.(currentTarget.open);
    }}
  >
    <summary ref={ref} className={styles.summary}>
      <span className={styles.words}>{summary}</span>
      <Icon name="down" />
    </summary>
    <div className={styles.content}>{children}</div>
  </details>
);
