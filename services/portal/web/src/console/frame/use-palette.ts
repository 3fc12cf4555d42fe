import { useCallback, useEffect, useState } from 'react';
import { isApple } from '../data/platform.ts';

export interface PaletteState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Opens with ⌘K or Ctrl-K, and closes with the same keys. */
export function usePalette(): PaletteState {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(isApple ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      // Not above another dialog, which may show something once.
      setOpen((last) => !last && document.querySelector('[role="dialog"]') === null);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return { isOpen, open, close };
}
