import { useEffect, useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { words } from '../words/words.ts';
import { useCopy } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import styles from './reveal.module.css';
import { addSecret, closeSecret, type Secret } from './secrets.tsx';

const text = words.reveal;

/** Shows a secret once, above all pages: neither Back nor the end of the dialog that asked for it can discard it. */
export const reveal = (secret: Secret): void => addSecret(secret, Reveal);

/** Asks before it is closed without a copy, and before the tab is closed or loaded again. */
function Reveal({ title, lead, label, secret, children }: Secret) {
  const { code, copied, blocked, copy, onCopy } = useCopy(secret);
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    if (copied) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [copied]);
  return (
    <Dialog title={title} keeps onClose={closeSecret}>
      <p>{lead}</p>
      <code ref={code} className={styles.secret} aria-label={label} role="group" onCopy={onCopy}>
        {secret}
      </code>
      {children}
      {blocked && !copied && <Alert kind="information">{text.selected}</Alert>}
      {asks && !copied && <Alert kind="warning">{text.notCopied}</Alert>}
      <Actions>
        <Button onClick={copy}>{copied ? text.copied : text.copy(label)}</Button>
        <Button kind="other" onClick={() => (copied || asks ? closeSecret() : setAsks(true))}>
          {asks && !copied ? text.closeAnyway : text.done}
        </Button>
      </Actions>
    </Dialog>
  );
}
