import { type BackoffOptions, backoffMs } from '@patchbay/runtime/backoff';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import { reasonOf } from '@patchbay/runtime/readiness';
import type { Logger } from '@patchbay/telemetry/logger';

export interface LoopOptions {
  /** For log lines. */
  readonly name: string;
  /**
   * Does a part of the pending work. Returns true if there may be more: the next round then begins at once. The signal aborts when the
   * round has to end. A round that throws is repeated after a wait.
   */
  readonly round: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds that the loop sleeps between two rounds unless it is woken. */
  readonly pollMs: number;
  /**
   * The longest sleep, in milliseconds. While there is no work, a sleep is a quarter of the time for which there was none: work that becomes due
   * by time is found late by that part of its wait at most. Default `pollMs`.
   */
  readonly idleMs?: number;
  /**
   * Sleeps a random time of 0.5 to 1.5 times `pollMs`, also before the first round, so that processes that start together do
   * not work at the same moment. Default false: sleeps exactly `pollMs`, and the first round begins at once.
   */
  readonly jitter?: boolean;
  /** The waits after failed rounds; `wake` does not shorten them. */
  readonly backoff?: BackoffOptions;
  /**
   * `finish`: on `close` rounds go on until one that began after the call returns false or throws. `insist`: until one that began
   * after the call returns false; those that throw are repeated after a wait. `end`, the default: no further round begins.
   */
  readonly atClose?: 'insist' | 'finish' | 'end';
  /** Called after each failed round. The loop itself logs the first failure of a series, and the first success after it. */
  readonly onFailure?: () => void;
  readonly logger: Logger;
  readonly clock?: Clock;
}

export interface Loop {
  /** Ends the sleep: the next round begins now. */
  wake(): void;
  /** Something has happened that may make work: sleeps are `pollMs` again, and a longer one ends now. */
  expectWork(): void;
  /**
   * Does what is due now: rounds, one after the other, until one that began after the call returns false. Rejects if one throws.
   * Rounds of `run` wait meanwhile.
   */
  runDue(): Promise<void>;
  /** Runs rounds until the signal aborts or the loop is closed, and resolves when the last one has ended. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
  /** Ends `run` as `atClose` says, and resolves when it has ended. A later `run` resolves at once. */
  close(): Promise<void>;
  /** Why the last round failed; undefined if it succeeded, or while the loop does not run. */
  trouble(): string | undefined;
}

/** Ends a sleep early. A `ring` while nobody sleeps ends the next sleep at once. */
function createAlarm(clock: Clock) {
  let rung = new AbortController();
  return {
    ring: (): void => rung.abort(),
    /** Resolves after the given milliseconds at the latest, or when the signal aborts. */
    async sleep(ms: number, signal: AbortSignal): Promise<void> {
      await clock.sleep(ms, AbortSignal.any([rung.signal, signal]));
      rung = new AbortController();
    },
  };
}

/** Rounds of background work: one after the other while there is more, then a sleep until woken or for `pollMs`. */
export function createLoop({
  name,
  round,
  pollMs,
  idleMs = pollMs,
  jitter = false,
  backoff = {},
  atClose = 'end',
  onFailure = () => {},
  logger,
  clock = systemClock,
}: LoopOptions): Loop {
  const alarm = createAlarm(clock);
  const closing = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let trouble: string | undefined;

  /** One round at a time, whether of `run` or of `runDue`. */
  let latest: Promise<unknown> = Promise.resolve();
  const nextRound = (signal: AbortSignal): Promise<boolean> => {
    const next = latest.then(() => round(signal));
    latest = next.catch(() => undefined);
    return next;
  };

  /** When there was work, or a reason to expect some. */
  let workAt = clock.uptime();
  let isLongSleep = false;
  const sleep = async (signal: AbortSignal): Promise<void> => {
    const ms = Math.max(pollMs, Math.min(idleMs, (clock.uptime() - workAt) / 4));
    isLongSleep = ms > pollMs;
    await alarm.sleep(jitter ? ms * (0.5 + Math.random()) : ms, signal);
    isLongSleep = false;
  };

  const rounds = async (signal: AbortSignal): Promise<void> => {
    const ending = AbortSignal.any([signal, closing.signal]);
    let failures = 0;
    if (jitter) await sleep(ending);
    while (!signal.aborted) {
      const last = closing.signal.aborted;
      if (last && atClose === 'end') return;
      try {
        const more = await nextRound(signal);
        if (failures > 0) logger.info({ worker: name, failures }, 'worker recovered');
        failures = 0;
        trouble = undefined;
        if (more) workAt = clock.uptime();
        if (more) continue;
        if (last) return;
        await sleep(ending);
      } catch (error) {
        if (signal.aborted) return;
        onFailure();
        trouble = reasonOf(error);
        if (failures === 0) logger.warn({ err: error, worker: name }, 'worker failed, retrying');
        if (last && atClose !== 'insist') return;
        await clock.sleep(backoffMs(failures, backoff), last ? signal : ending);
        failures += 1;
      }
    }
  };

  return {
    wake() {
      workAt = clock.uptime();
      alarm.ring();
    },
    expectWork() {
      workAt = clock.uptime();
      if (isLongSleep) alarm.ring();
    },
    async runDue() {
      while (await nextRound(closing.signal));
    },
    run(signal) {
      // If closed, no round begins: this process may become the leader while it drains.
      running = closing.signal.aborted
        ? Promise.resolve()
        : rounds(signal).finally(() => {
            trouble = undefined;
          });
      return running;
    },
    async close() {
      closing.abort();
      await running;
    },
    trouble: () => trouble,
  };
}
