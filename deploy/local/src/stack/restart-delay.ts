const firstDelayMs = 500;
const maxDelayMs = 15_000;

/**
 * Milliseconds to wait before a process is started again, by the number of starts since it last ran well: none before the
 * first one, then 0.5 s, doubled each time up to 15 s.
 */
export const restartDelayMs = (starts: number): number =>
  starts === 0 ? 0 : Math.min(firstDelayMs * 2 ** Math.min(starts - 1, 20), maxDelayMs);
