import { type ReactNode, useState } from 'react';
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
  /** The confirmation. */
  readonly confirmation: (close: () => void) => ReactNode;
}

/** The section at the end of a page for irreversible actions. */
export function Danger({ label, text, action, refused, confirmation }: DangerProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Section title={deletion.title}>
        <div className={styles.danger}>
          <div className={styles.words}>
            <h3>{label}</h3>
            <p>{text}</p>
          </div>
          <Button kind="danger" refused={refused} onClick={() => setAsks(true)}>
            {action}
          </Button>
        </div>
      </Section>
      {asks && confirmation(() => setAsks(false))}
    </>
  );
}
