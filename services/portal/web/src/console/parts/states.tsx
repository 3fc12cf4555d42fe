import type { IntegrationState } from '../pages/integrations/integration-state.ts';
import styles from './states.module.css';

interface StatesProps {
  readonly states: readonly {
    readonly key: string;
    readonly state: IntegrationState;
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
