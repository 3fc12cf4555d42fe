interface Store<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Calls back after each change. Returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A value outside of React, for `useSyncExternalStore`. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
