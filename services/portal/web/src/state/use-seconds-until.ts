import { useEffect, useState } from 'react';

const secondsUntil = (time: number): number => Math.max(0, Math.ceil((time - Date.now()) / 1000));

/** Counts down to a point in time (in milliseconds since 1970): whole seconds, then 0. */
export function useSecondsUntil(time: number): number {
  const [left, setLeft] = useState(() => secondsUntil(time));
  useEffect(() => {
    const update = (): void => {
      setLeft(secondsUntil(time));
      if (secondsUntil(time) === 0) clearInterval(timer);
    };
    const timer = setInterval(update, 1000);
    update();
    return () => clearInterval(timer);
  }, [time]);
  return left;
}
