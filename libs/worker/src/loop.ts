import { type BackoffOptions, backoffMs, pause } from '@patchbay/runtime/backoff';
import type { Logger } from '@patchbay/telemetry/logger';
import { createAlarm } from './alarm.ts';

export interface LoopOptions {
  /** For log lines. */
  readonly name: string;
  /**
   * Does some of what there is to do. True: there may be more, the next round follows at once. The signal aborts when the
   * round has to end. A round that throws is repeated after a wait.
   */
  readonly round: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds between two looks for something to do when nobody wakes the loop. */
  readonly pollMs: number;
  /**
   * Waits half to one and a half of `pollMs`, the first time before the first round: processes that start together do not work
   * at the same moment. Default false: waits exactly `pollMs`, and begins at once.
   */
  readonly spread?: boolean;
  /** The waits after failed rounds. Being woken does not shorten them. */
  readonly backoff?: BackoffOptions;
  /**
   * What `close` does. `finish`: rounds go on until one that began after the call says that there is no more, or fails. `end`,
   * the default: no further round begins.
   */
  readonly atClose?: 'finish' | 'end';
  /** Told of each failed round; the first of a series is logged by the loop itself, and so is the first that succeeds again. */
  readonly onFailure?: () => void;
  readonly logger: Logger;
}

export interface Loop {
  /** Lets the next round begin now. */
  wake(): void;
  /** Runs rounds until the signal aborts or the loop is closed, and resolves when the last one has ended. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
  /** Makes `run` come to its end, see `atClose`; a later `run` resolves at once. Resolves when nothing runs. */
  close(): Promise<void>;
}

/** Rounds of background work: one after the other while there is more, then a sleep until woken or until it is time to look. */
export function createLoop({
  name,
  round,
  pollMs,
  spread = false,
  backoff = {},
  atClose = 'end',
  onFailure = () => {},
  logger,
}: LoopOptions): Loop {
  const alarm = createAlarm();
  const closing = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const waitMs = (): number => (spread ? pollMs * (0.5 + Math.random()) : pollMs);

  const rounds = async (signal: AbortSignal): Promise<void> => {
    const ending = AbortSignal.any([signal, closing.signal]);
    let failures = 0;
    if (spread) await alarm.sleep(waitMs(), ending);
    while (!signal.aborted) {
      const last = closing.signal.aborted;
      if (last && atClose === 'end') return;
      try {
        const more = await round(signal);
        if (failures > 0) logger.info({ worker: name, failures }, 'repeated work succeeds again');
        failures = 0;
        if (more) continue;
        if (last) return;
        await alarm.sleep(waitMs(), ending);
      } catch (error) {
        if (signal.aborted) return;
        onFailure();
        if (failures === 0)
          logger.warn({ err: error, worker: name }, 'repeated work failed; it is tried again');
        if (last) return;
        await pause(backoffMs(failures, backoff), ending);
        failures += 1;
      }
    }
  };

  return {
    wake: () => alarm.ring(),
    run(signal) {
      // Closed: a process that becomes the leader while it drains does not begin to work.
      running = closing.signal.aborted ? Promise.resolve() : rounds(signal);
      return running;
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
