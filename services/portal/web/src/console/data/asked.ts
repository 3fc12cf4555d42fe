import { useState } from 'react';

interface Asked<Value> {
  /** What was asked for, until it was read again; else what is. */
  readonly shown: Value;
  readonly ask: (value: Value) => void;
  /** It was refused. */
  readonly forget: () => void;
}

/** Shows a change at once, and not the old value for a moment between the answer of the API and the next read. */
export function useAsked<Value>(now: Value): Asked<Value> {
  const [asked, setAsked] = useState<{ readonly value: Value; readonly instead: Value }>();
  return {
    shown: asked !== undefined && asked.instead === now ? asked.value : now,
    ask: (value) => setAsked({ value, instead: now }),
    forget: () => setAsked(undefined),
  };
}
