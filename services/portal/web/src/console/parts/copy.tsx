import { Check, Copy as CopyIcon } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Announcement } from '../../parts/announcement.tsx';
import { words } from '../words/words.ts';
import styles from './copy.module.css';

interface CopyProps {
  /** What it is, for screen readers: "Request ID". */
  readonly label: string;
  readonly children: string;
}

/** A value in small letters of one width, with a button that copies it. */
export function Copy({ label, children }: CopyProps) {
  const id = useId();
  const code = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(children);
      setCopied(true);
    } catch {
      // Browsers refuse it, and on plain HTTP have no clipboard: selected, it is one key away.
      if (code.current !== null) getSelection()?.selectAllChildren(code.current);
    }
  };
  return (
    <span className={styles.copy}>
      <code ref={code} id={id} className={styles.value}>
        {children}
      </code>
      <button
        type="button"
        className={styles.button}
        aria-label={words.common.copy(label)}
        title={words.common.copy(label)}
        onClick={() => void copy()}
      >
        {copied ? <Check aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
      </button>
      <Announcement>{copied ? words.common.copied : undefined}</Announcement>
    </span>
  );
}
