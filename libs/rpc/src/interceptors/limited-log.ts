/** At most one line is logged in this many milliseconds. */
const intervalMs = 1_000;

/**
 * Calls `write` at most once a second, with the number of calls since the last one that were dropped: for events that
 * whoever reaches the port can cause as often as they like.
 */
export function limitedLog<Parameters extends readonly unknown[]>(
  write: (unlogged: number, ...parameters: Parameters) => void,
): (...parameters: Parameters) => void {
  let nextAt = 0;
  let unlogged = 0;
  return (...parameters) => {
    const now = performance.now();
    if (now < nextAt) {
      unlogged += 1;
      return;
    }
    write(unlogged, ...parameters);
    nextAt = now + intervalMs;
    unlogged = 0;
  };
}
