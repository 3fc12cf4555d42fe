import { pause } from '@patchbay/runtime/backoff';

/** Wakes one sleeper. What rings while nobody sleeps wakes the next one at once. */
export interface Alarm {
  ring(): void;
  /** Ends after the given milliseconds at the latest, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export function createAlarm(): Alarm {
  let rung = new AbortController();
  return {
    ring() {
      rung.abort();
    },
    async sleep(ms, signal) {
      await pause(ms, AbortSignal.any([rung.signal, signal]));
      rung = new AbortController();
    },
  };
}
