/** Milliseconds between two samples. One costs about 5 µs. */
const intervalMs = 20;

/** Calls `take` about every 20 ms with the milliseconds by which the event loop ran the timer too late; returns how to stop it. */
export type SampleLoopDelay = (take: (delayMs: number, now: number) => void) => () => void;

export const sampleLoopDelay: SampleLoopDelay = (take) => {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    take(Math.max(0, now - last - intervalMs), now);
    last = now;
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
};
