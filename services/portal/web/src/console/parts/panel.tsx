import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { usePageTitle } from '../../parts/loading.tsx';
import { words } from '../words/words.ts';
import { IconButton } from './icon-button.tsx';
import styles from './panel.module.css';

interface PanelProps {
  readonly title: string;
  /** Under the title, in small letters. */
  readonly note?: ReactNode;
  /** Goes back to the list. Escape does the same. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Beside a list: one of its rows. It is a part of the page and no dialog, so that the list stays in use. */
export function Panel({ title, note, onClose, children }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      // An open dialog or menu, and a field with a text to clear, have their own Escape.
      const { target } = event;
      const clears = target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
      if (!clears && document.querySelector('[role="dialog"]') === null) onClose();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [onClose]);
  return (
    <aside className={styles.panel} aria-labelledby={id}>
      <div className={styles.opening}>
        <div className={styles.words}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h2>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </div>
        <IconButton label={words.common.close} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {children}
    </aside>
  );
}

interface PanelPartProps {
  readonly title: string;
  /** Beside the title: a button, a choice. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a panel with a heading of its own. */
export const PanelPart = ({ title, aside, children }: PanelPartProps) => (
  <section className={styles.part}>
    <div className={styles.head}>
      <h3>{title}</h3>
      {aside}
    </div>
    {children}
  </section>
);
