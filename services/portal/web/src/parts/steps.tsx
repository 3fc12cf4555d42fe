import { words } from '../words/words.ts';
import { Icon } from './icon.tsx';
import styles from './steps.module.css';
import hidden from './visually-hidden.module.css';

interface StepsProps {
  readonly steps: readonly string[];
  /** Index of the step that the reader is at. */
  readonly current: number;
  /** Side by side, where a page is wide. On a phone only the current one has words then. Default false. */
  readonly row?: boolean;
}

const stateOf = (index: number, current: number): 'done' | 'current' | 'next' => {
  if (index < current) return 'done';
  return index === current ? 'current' : 'next';
};

/** The progress through several steps. */
export const Steps = ({ steps, current, row = false }: StepsProps) => (
  <ol className={styles.steps} data-row={row}>
    {steps.map((step, index) => {
      const state = stateOf(index, current);
      return (
        <li
          key={step}
          className={styles.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={styles.socket} aria-hidden="true">
            {state === 'done' ? <Icon name="check" /> : index + 1}
          </span>
          <span className={styles.label}>
            {step}
            {state === 'done' && <span className={hidden.hidden}> ({words.common.stepDone})</span>}
          </span>
        </li>
      );
    })}
  </ol>
);
