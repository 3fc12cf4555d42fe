import { useEffect, useState } from 'react';

const delayMs = 200;

/** The text once it has not changed for 200 ms, so that a search sends no request for each letter. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
