import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createStore } from '../data/store.ts';
import { words } from '../words/words.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toasts.module.css';

interface Notice {
  readonly id: number;
  readonly text: string;
}

const shownMs = 6_000;
const most = 3;

const notices = createStore<readonly Notice[]>([]);
let last = 0;

const remove = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id));

/** Shows a text for six seconds. Texts that must be read belong on the page. */
export function notify(text: string): void {
  last += 1;
  const id = last;
  notices.set([...notices.get(), { id, text }].slice(-most));
  setTimeout(() => remove(id), shownMs);
}

/** Where the texts of `notify` appear. */
export function Toasts() {
  const shown = useSyncExternalStore(notices.subscribe, notices.get);
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
