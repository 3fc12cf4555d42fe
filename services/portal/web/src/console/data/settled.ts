import { useEffect, useState } from 'react';

const pauseMs = 200;

/** What is typed, once nobody has typed for a moment: a search of the API for each letter would be wasted. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
