import { useRef, useState } from 'react';

/** Runs one action at a time. A call while another action runs does nothing, so that a double click sends once. */
export function useOnce(): [busy: boolean, once: (action: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  // A ref beside the state, because two clicks can happen before the next rendering.
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
