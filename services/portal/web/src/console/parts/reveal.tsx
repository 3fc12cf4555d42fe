import { type ReactNode, useEffect, useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { words } from '../words/words.ts';
import { useCopy } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import styles from './reveal.module.css';

const text = words.reveal;

interface RevealProps {
  readonly title: string;
  /** What to do with it. */
  readonly lead: string;
  /** What it is: "API key". */
  readonly label: string;
  readonly secret: string;
  /** Below the secret. */
  readonly children?: ReactNode;
  /** The caller forgets the secret then: nothing else has it. */
  readonly onClose: () => void;
}

/** Shows a secret once. Asks before it is closed without a copy, and before the tab is closed or loaded again. */
export function Reveal({ title, lead, label, secret, children, onClose }: RevealProps) {
  const { code, copied, blocked, copy, markCopied } = useCopy(secret);
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    if (copied) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [copied]);
  return (
    <Dialog title={title} keeps onClose={onClose}>
      <p>{lead}</p>
      <code ref={code} className={styles.secret} aria-label={label} role="group" onCopy={markCopied}>
        {secret}
      </code>
      {children}
      {blocked && !copied && <Alert kind="information">{text.selected}</Alert>}
      {asks && !copied && <Alert kind="warning">{text.notCopied}</Alert>}
      <Actions>
        <Button onClick={copy}>{copied ? text.copied : text.copy(label)}</Button>
        <Button kind="other" onClick={() => (copied || asks ? onClose() : setAsks(true))}>
          {asks && !copied ? text.closeAnyway : text.done}
        </Button>
      </Actions>
    </Dialog>
  );
}
