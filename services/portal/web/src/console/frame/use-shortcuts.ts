import { useCallback, useEffect, useRef, useState } from 'react';
import { generatePath, useNavigate } from 'react-router';
import { organizationPages } from '../pages.ts';

/** Storage key of the setting that turns single-key shortcuts off: voice control and tremor press them by accident (WCAG 2.1.4). */
const offKey = 'patchbay.shortcuts.off';

function areOn(): boolean {
  try {
    return localStorage.getItem(offKey) === null;
  } catch {
    return true;
  }
}

function turn(on: boolean): void {
  try {
    if (on) localStorage.removeItem(offKey);
    else localStorage.setItem(offKey, '');
  } catch {
    // Without storage the choice lasts until the person leaves the page.
  }
}

/** Milliseconds within which the second key must follow the G. */
const chordMs = 1_500;

/** Whether the focused element or an open dialog handles the key. */
const isTaken = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]') !== null) ||
  document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

export interface Shortcuts {
  /** Whether the dialog with all keys is open. */
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  readonly on: boolean;
  readonly turn: (on: boolean) => void;
}

/** Keys of every page: `?` lists them, `/` searches, and G with a letter opens a page. `search` is called on pages without a search box. */
export function useShortcuts(slug: string, search: () => void): Shortcuts {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [on, setOn] = useState(areOn);
  const goesUntil = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTaken(event.target)) return;
      const goes = event.timeStamp < goesUntil.current;
      goesUntil.current = 0;
      const page = goes && organizationPages.find(({ letter }) => letter === event.key.toLowerCase());
      if (page) void navigate(generatePath(page.path, { org: slug }));
      else if (event.key === 'g') goesUntil.current = event.timeStamp + chordMs;
      else if (event.key === '?') setOpen(true);
      else if (event.key === '/') {
        const box = document.querySelector<HTMLElement>('main input[type="search"]');
        if (box === null) search();
        else box.focus();
      } else return;
      event.preventDefault();
    };
    if (on) addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [on, slug, search, navigate]);
  return {
    isOpen,
    open: useCallback(() => setOpen(true), []),
    close: useCallback(() => setOpen(false), []),
    on,
    turn: (next) => {
      turn(next);
      setOn(next);
    },
  };
}
