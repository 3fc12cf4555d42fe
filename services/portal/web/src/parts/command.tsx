import { Fragment, useId, useRef, useState } from 'react';
import { words } from '../words/words.ts';
import { Announcement } from './announcement.tsx';
import styles from './command.module.css';

/** A command for a terminal, with a button that copies it. */
export function Command({ children }: { readonly children: string }) {
  const id = useId();
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const { copy, copied: done } = words.common;
  const copyIt = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(children);
      setCopied(true);
    } catch {
      // Browsers refuse it, and on plain HTTP have no clipboard: selected, it is one key away.
      if (code.current !== null) getSelection()?.selectAllChildren(code.current);
    }
  };
  return (
    <div className={styles.command}>
      <code ref={code} id={id} className={styles.code}>
        {/* Breaks before options, not inside them. */}
        {children.split(/ (?=--)/).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' '}
            <span className={styles.part}>{part}</span>
          </Fragment>
        ))}
      </code>
      <button type="button" className={styles.copy} aria-describedby={id} onClick={() => void copyIt()}>
        {copied ? done : copy}
      </button>
      <Announcement>{copied ? done : undefined}</Announcement>
    </div>
  );
}
