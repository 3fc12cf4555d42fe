import { useState } from 'react';

interface Update<Value> {
  readonly value: Value;
  /** The value that it replaces. */
  readonly previous: Value;
}

interface OptimisticValue<Value> {
  /** The new value until the next read brings a change, then the value that was read. */
  readonly shown: Value;
  readonly set: (value: Value) => void;
  /** Shows the current value again, after a refusal. */
  readonly revert: () => void;
}

/** The update while the current value is still the one it replaces. After any change it ends for good, even if the old value returns. */
export const stillPending = <Value>(
  update: Update<Value> | undefined,
  current: Value,
): Update<Value> | undefined => (update?.previous === current ? update : undefined);

/** Shows a change before the API answers. Prevents a flicker of the old value between the answer and the next read. */
export function useOptimisticValue<Value>(current: Value): OptimisticValue<Value> {
  const [last, setLast] = useState<Update<Value>>();
  const pending = stillPending(last, current);
  if (pending !== last) setLast(pending);
  return {
    shown: pending === undefined ? current : pending.value,
    set: (value) => setLast({ value, previous: current }),
    revert: () => setLast(undefined),
  };
}
