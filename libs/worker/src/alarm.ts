import { pause } from '@patchbay/runtime/backoff';

/** Ends a sleep early. A `ring` while nobody sleeps ends the next sleep at once. */
export interface Alarm {
  ring(): void;
  /** Resolves after the given milliseconds at the latest, or when the signal aborts. */
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
