import { useCallback, useEffect, useRef, useState } from 'react';
import { isApple } from '../data/platform.ts';

interface PaletteState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Keys typed after it opened and before its field had the focus. */
  readonly takeTyped: () => string;
}

/** Opens with ⌘K or Ctrl-K, and closes with the same keys. `isAvailable`: whether the page draws it; if not, nothing opens and no key is taken. */
export function usePalette(isAvailable: boolean): PaletteState {
  const [isOpen, setOpen] = useState(false);
  /** Undefined unless it is open and its field does not have the focus yet. */
  const typed = useRef<string | undefined>(undefined);
  const open = useCallback(() => {
    if (!isAvailable) return;
    typed.current = '';
    setOpen(true);
  }, [isAvailable]);
  const close = useCallback(() => {
    typed.current = undefined;
    setOpen(false);
  }, []);
  const takeTyped = useCallback(() => {
    const early = typed.current ?? '';
    typed.current = undefined;
    return early;
  }, []);
  useEffect(() => {
    if (!isAvailable) close();
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key.toLowerCase() === 'k' && (isApple ? metaKey : ctrlKey)) {
        event.preventDefault();
        if (isOpen) close();
        // Not over another dialog, which may show a secret once.
        else if (document.querySelector('[role="dialog"]') === null) open();
      } else if (typed.current !== undefined && key.length === 1 && !ctrlKey && !metaKey && !altKey) {
        event.preventDefault();
        // The page has shortcuts of one letter.
        event.stopImmediatePropagation();
        typed.current += key;
      }
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [isAvailable, isOpen, open, close]);
  return { isOpen, open, close, takeTyped };
}
