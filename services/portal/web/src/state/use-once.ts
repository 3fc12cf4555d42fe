import { useRef, useState } from 'react';

/** Runs one action at a time: what is called while another one runs does nothing, so that a double click sends once. */
export function useOnce(): [busy: boolean, once: (action: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  // Beside the state, because two clicks can come before the next rendering.
  const running = useRef(false);
  const once = async (action: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await action();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return [busy, once];
}
