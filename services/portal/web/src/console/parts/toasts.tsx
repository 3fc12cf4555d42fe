import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { words } from '../words/words.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toasts.module.css';

interface Notice {
  readonly id: number;
  readonly text: string;
}

const shownMs = 6_000;
const most = 3;

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

const remove = (id: number): void => show(notices.filter((notice) => notice.id !== id));

/** Says shortly that something is done. What has to be read stands on the page. */
export function notify(text: string): void {
  last += 1;
  const id = last;
  show([...notices, { id, text }].slice(-most));
  setTimeout(() => remove(id), shownMs);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where the texts of `notify` appear. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => notices);
  return (
    <div className={styles.region} role="status" aria-label={words.common.notices}>
      {shown.map(({ id, text }) => (
        <div key={id} className={styles.toast}>
          <span className={styles.content}>{text}</span>
          <IconButton label={words.common.close} onClick={() => remove(id)}>
            <X />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
