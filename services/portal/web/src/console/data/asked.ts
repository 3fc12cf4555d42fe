import { useState } from 'react';

interface Wish<Value> {
  readonly value: Value;
  /** What it replaces. */
  readonly instead: Value;
}

interface Asked<Value> {
  /** What was asked for, until it was read again; else what is. */
  readonly shown: Value;
  readonly ask: (value: Value) => void;
  /** It was refused. */
  readonly forget: () => void;
}

/** The wish, as long as what it replaces is still there. After any change it is over, also when the old value comes back later. */
export const stillAsked = <Value>(wish: Wish<Value> | undefined, now: Value): Wish<Value> | undefined =>
  wish?.instead === now ? wish : undefined;

/** Shows a change at once, and not the old value for a moment between the answer of the API and the next read. */
export function useAsked<Value>(now: Value): Asked<Value> {
  const [kept, setKept] = useState<Wish<Value>>();
  const wish = stillAsked(kept, now);
  if (wish !== kept) setKept(wish);
  return {
    shown: wish === undefined ? now : wish.value,
    ask: (value) => setKept({ value, instead: now }),
    forget: () => setKept(undefined),
  };
}
