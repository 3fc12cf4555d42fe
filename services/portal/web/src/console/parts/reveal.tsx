import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { Actions, Button } from '../../parts/button.tsx';
import { words } from '../words/words.ts';
import { useCopy } from './copy.tsx';
import { Dialog } from './dialog.tsx';
import styles from './reveal.module.css';

const text = words.reveal;

interface Secret {
  readonly title: string;
  /** What to do with it. */
  readonly lead: string;
  /** What it is: "API key". */
  readonly label: string;
  readonly secret: string;
  /** Below the secret. */
  readonly children?: ReactNode;
  readonly onClose?: () => void;
}

/** Those that nobody has closed yet, the oldest first. Nothing else keeps them. */
const secrets: Secret[] = [];
let changes = 0;
const listeners = new Set<() => void>();

function changed(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a secret once, above all pages: neither Back nor the end of the dialog that asked for it can discard it. */
export function reveal(secret: Secret): void {
  secrets.push(secret);
  changed();
}

function close(): void {
  const onClose = secrets.shift()?.onClose;
  changed();
  onClose?.();
}

/** Where the secrets of `reveal` appear. Forgets them with the session. */
export function Secrets() {
  // The number, because React keeps the last value of a store, which must not be a secret.
  const count = useSyncExternalStore(subscribe, () => changes);
  useEffect(() => () => void secrets.splice(0), []);
  const [first] = secrets;
  return first !== undefined && <Reveal key={count} {...first} />;
}

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
    <Dialog title={title} keeps onClose={close}>
      <p>{lead}</p>
      <code ref={code} className={styles.secret} aria-label={label} role="group" onCopy={onCopy}>
        {secret}
      </code>
      {children}
      {blocked && !copied && <Alert kind="information">{text.selected}</Alert>}
      {asks && !copied && <Alert kind="warning">{text.notCopied}</Alert>}
      <Actions>
        <Button onClick={copy}>{copied ? text.copied : text.copy(label)}</Button>
        <Button kind="other" onClick={() => (copied || asks ? close() : setAsks(true))}>
          {asks && !copied ? text.closeAnyway : text.done}
        </Button>
      </Actions>
    </Dialog>
  );
}
