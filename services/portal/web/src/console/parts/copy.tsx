import { Check, Copy as CopyIcon } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { Announcement } from '../../parts/announcement.tsx';
import { words } from '../words/words.ts';
import styles from './copy.module.css';
import { IconButton } from './icon-button.tsx';

interface Copying {
  /** The ref of the element that shows the text. */
  readonly code: RefObject<HTMLElement | null>;
  /** Whether this very text was copied. */
  readonly copied: boolean;
  /** Whether the browser refused it. The text is selected then. */
  readonly blocked: boolean;
  readonly copy: () => void;
  /** For the element: somebody has copied it with the keyboard. A part of it does not count. */
  readonly onCopy: () => void;
}

/**
 * Copies a text. Where browsers refuse it, or have no clipboard (on plain HTTP), it is selected: one key away. `onCopied` is called once
 * the clipboard has it.
 */
export function useCopy(text: string, onCopied?: () => void): Copying {
  const code = useRef<HTMLElement>(null);
  const [last, setLast] = useState<string>();
  const [blocked, setBlocked] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setLast(text);
      setBlocked(false);
      onCopied?.();
    } catch {
      setBlocked(true);
      if (code.current !== null) getSelection()?.selectAllChildren(code.current);
    }
  };
  const onCopy = (): void => {
    if (getSelection()?.toString().trim() === text.trim()) setLast(text);
  };
  return { code, copied: last === text, blocked, copy: () => void copy(), onCopy };
}

interface CopyProps {
  /** What it is, for screen readers: "Request ID". */
  readonly label: string;
  readonly children: string;
}

/** A value in small letters of one width, with a button that copies it. */
export function Copy({ label, children }: CopyProps) {
  const id = useId();
  const { code, copied, copy } = useCopy(children);
  return (
    <span className={styles.copy}>
      <code ref={code} id={id} className={styles.value}>
        {children}
      </code>
      <IconButton label={words.common.copy(label)} onClick={copy} small>
        {copied ? <Check aria-hidden="true" /> : <CopyIcon aria-hidden="true" />}
      </IconButton>
      <Announcement>{copied ? words.common.copied : undefined}</Announcement>
    </span>
  );
}
