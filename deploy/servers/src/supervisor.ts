import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@patchbay/runtime/backoff';
import { systemClock } from '@patchbay/runtime/clock';
import type { Exit, Log } from './server.ts';

/** None before the first restart, then 0.5 s, doubled for each restart up to 15 s. */
const restartDelayMs = (starts: number): number =>
  starts === 0 ? 0 : backoffMs(starts - 1, { min: 500, max: 15_000, jitter: 0 });

/** A process that can be started again on the same ports and data. */
export interface Restartable {
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
  /** Resolves when it runs; a server also answers then. */
  start(): Promise<void>;
  /** Whether it runs and accepts requests. */
  answers(): Promise<boolean>;
  /** Where its log is, and its last lines. */
  lastLines(): Promise<string>;
  /** A `start` that is running rejects. */
  stop(): Promise<void>;
}

export interface KeepOptions<Name extends string> {
  readonly name: Name;
  readonly process: Restartable;
  readonly log: Log;
  /** Whether it runs already. Default false: `keepRunning` starts it. */
  readonly running?: boolean;
  /** After it has answered for this many milliseconds, its next restart is immediate. Default 10 s. */
  readonly settledMs?: number;
  readonly delayMs?: (starts: number) => number;
}

export interface Kept<Name extends string = string> {
  readonly name: Name;
  readonly pid: number | undefined;
  /** How often it was started again. */
  readonly restarts: number;
  /** Reports that the process ended by itself. */
  ended(exit: Exit): void;
  /** The current problem; undefined if the process runs and answers. */
  trouble(): Promise<string | undefined>;
  /** Ends the wait before the next attempt to start it. */
  startNow(): void;
  stop(): Promise<void>;
}

interface Problem {
  /** `ended with SIGKILL`, `did not start`. */
  readonly what: string;
  /** The error, or the last lines of the log. Empty after a signal: its sender knows the reason. */
  readonly detail: string;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const textOf = ({ what, detail }: Problem): string => (detail === '' ? what : `${what}, ${detail}`);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Restarts a process whenever it ends, until `stop` is called. The delay grows while it keeps ending. */
export function keepRunning<Name extends string>({
  name,
  process,
  log,
  running = false,
  settledMs = 10_000,
  delayMs = restartDelayMs,
}: KeepOptions<Name>): Kept<Name> {
  let stopped = false;
  let restarts = 0;
  /** Restarts since the process last ran for `settledMs`. */
  let starts = 0;
  let starting: Promise<void> | undefined;
  /** When it first answered after its last start; undefined before. */
  let answeredAt = running ? performance.now() : undefined;
  let problem: Problem | undefined;
  let wake = new AbortController();
  /** Resolves when the process has ended; with undefined at `stop`. */
  let end = Promise.withResolvers<Exit | undefined>();

  /** Retries until the process runs; false if `stop` was called first. */
  const startWithRetries = async (): Promise<boolean> => {
    for (;;) {
      if (problem !== undefined && !stopped) {
        const delay = delayMs(starts++);
        wake = new AbortController();
        const next = `starting it again${delay === 0 ? '' : ` in ${seconds(delay)}`}`;
        log(`${name} ${problem.what}; ${next}${problem.detail === '' ? '' : `; ${problem.detail}`}`);
        await systemClock.sleep(delay, wake.signal);
      }
      if (stopped) return false;
      end = Promise.withResolvers();
      answeredAt = undefined;
      try {
        starting = process.start();
        await starting;
        return true;
      } catch (error) {
        problem = { what: 'did not start', detail: messageOf(error) };
      } finally {
        starting = undefined;
      }
    }
  };

  /** Logs that the process is ready, unless it ends first. */
  const announce = async (ended: string | undefined, since: number): Promise<void> => {
    const ofThisStart = end;
    const over = ofThisStart.promise.then(() => true);
    while (!(await process.answers())) {
      if (await Promise.race([over, sleep(50, false)])) return;
    }
    // It may have ended after its answer.
    if (end !== ofThisStart || process.pid === undefined) return;
    problem = undefined;
    answeredAt = performance.now();
    const what = ended === undefined ? `${name}: ready` : `${name} ${ended}; started again`;
    log(
      `${what}, process ${process.pid}, ${ended === undefined ? '' : 'ready '}after ${seconds(performance.now() - since)}`,
    );
  };

  const keep = async (): Promise<void> => {
    let ended: string | undefined;
    let since = performance.now();
    for (let known = running; ; known = false) {
      if (!known) {
        if (!(await startWithRetries())) return;
        if (ended !== undefined) restarts += 1;
        void announce(ended, since).catch((error: unknown) => log(`${name}: ${messageOf(error)}`));
      }
      const exit = await end.promise;
      if (exit === undefined) return;
      since = performance.now();
      if (answeredAt !== undefined && since - answeredAt >= settledMs) starts = 0;
      ended = `ended with ${exit.signal ?? `code ${exit.code}`}`;
      problem = { what: ended, detail: exit.signal === null ? await process.lastLines() : '' };
    }
  };
  const kept = keep();

  return {
    name,
    get pid() {
      return process.pid;
    },
    get restarts() {
      return restarts;
    },
    ended: (exit) => end.resolve(exit),
    async trouble() {
      if (answeredAt !== undefined && (await process.answers())) return undefined;
      // The last problem stays until the process answers: a process that ends soon after each start runs most of the time.
      if (problem !== undefined) return `${name} ${textOf(problem)}`;
      if (process.pid === undefined || starting !== undefined) return `${name} is being started`;
      return `${name} runs (process ${process.pid}) but is not ready, ${await process.lastLines()}`;
    },
    startNow: () => wake.abort(),
    async stop() {
      stopped = true;
      wake.abort();
      end.resolve(undefined);
      // A running `start` may spawn the process after `stop` found none, so `stop` is repeated until the start has ended.
      const ended = kept.then(() => true);
      do await process.stop();
      while (!(await Promise.race([ended, sleep(50, false)])));
      await process.stop();
    },
  };
}
