import { type Clock, systemClock } from '@patchbay/runtime/clock';

/** Milliseconds between two lines. */
const intervalMs = 1_000;

/**
 * Calls `write` at most once a second, with the number of events that were dropped since its last call. For events that anybody who
 * reaches the port can cause: they must not fill the disk.
 */
export function limitedLog<Event>(
  write: (event: Event, dropped: number) => void,
  clock: Pick<Clock, 'uptime'> = systemClock,
): (event: Event) => void {
  let nextAt = 0;
  let dropped = 0;
  return (event) => {
    const now = clock.uptime();
    if (now < nextAt) {
      dropped += 1;
      return;
    }
    nextAt = now + intervalMs;
    write(event, dropped);
    dropped = 0;
  };
}
