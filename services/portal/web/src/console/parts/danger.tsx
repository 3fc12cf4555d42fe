import { Button } from '../../parts/button.tsx';
import { deletion } from '../words/en/deletion.ts';
import styles from './danger.module.css';
import { Section } from './page.tsx';

interface DangerProps {
  readonly label: string;
  /** What happens, in a sentence or two. */
  readonly text: string;
  readonly action: string;
  readonly refused?: string | undefined;
  /** Opens the confirmation. */
  readonly onAsk: () => void;
}

/** The section at the end of a page for irreversible actions. */
export const Danger = ({ label, text, action, refused, onAsk }: DangerProps) => (
  <Section title={deletion.title}>
    <div className={styles.danger}>
      <div className={styles.words}>
        <h3>{label}</h3>
        <p>{text}</p>
      </div>
      <Button kind="danger" refused={refused} onClick={onAsk}>
        {action}
      </Button>
    </div>
  </Section>
);
