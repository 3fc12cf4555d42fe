import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { NotLoaded, preloadedPart } from './lazy-part.tsx';
import styles from './menu.module.css';
import type { MenuAction } from './menu-list.tsx';

const MenuList = preloadedPart(async () => (await import('./menu-list.tsx')).MenuList, NotLoaded);

interface MenuProps {
  /** For screen readers: what the menu is about. */
  readonly label: string;
  /** What the button shows. */
  readonly children: ReactNode;
  /** `quiet`: an icon in a row. */
  readonly kind?: 'quiet' | 'wide';
  readonly actions: readonly MenuAction[];
}

/** A button that opens a list of actions. */
export function Menu({ label, children, kind = 'quiet', actions }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  /** Undefined: it was never open. */
  const [open, setOpen] = useState<boolean>();
  const openList = (): void => {
    // Safari gives no focus to a button that is clicked. When the list closes, the focus comes back to it.
    button.current?.focus();
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') openList();
    // The list has an Escape of its own, once its script has arrived.
    else if (event.key === 'Escape' && open === true) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-kind={kind}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open === true}
        onClick={openList}
        onKeyDown={onKeyDown}
      >
        {children}
      </button>
      <Suspense>
        {/* It stays when it is closed: a dialog that an action opens then knows where the focus goes back to. */}
        {open !== undefined && (
          <MenuList
            isOpen={open}
            label={label}
            actions={actions}
            trigger={button}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
