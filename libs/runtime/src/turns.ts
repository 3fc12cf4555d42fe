import { type Clock, systemClock } from './clock.ts';

/** The right to run. It is held until `release`, which may be called more than once. */
export interface Turn {
  release(): void;
}

/** `full`: too many wait for the same key. `timeout`: no turn became free in `timeoutMs`. */
export type TurnRefusal = 'full' | 'timeout';

/** Thrown where no turn is given. Callers turn it into an error of their own, see `refusal`. */
export class TurnRefused extends Error {
  readonly refusal: TurnRefusal;

  constructor(refusal: TurnRefusal, message: string) {
    super(message);
    this.name = 'TurnRefused';
    this.refusal = refusal;
  }
}

export interface TurnsOptions {
  /** How many hold a turn of one key at the same time. Default 1. */
  readonly atOnce?: number;
  /**
   * How many wait for a turn of one key; further ones are refused. Default 400: fewer than the concurrent calls of one RPC
   * client (512), so that calls about one thing do not take all of its connections.
   */
  readonly maxWaiting?: number;
  /** The error that is thrown in place of a `TurnRefused`. */
  readonly refusal?: (refused: TurnRefused) => Error;
  readonly clock?: Pick<Clock, 'after'>;
}

export interface WaitOptions {
  /** Milliseconds until the wait is given up. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait; `take` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Turns {
  /** Takes a free turn; undefined if all turns of the key are held. */
  tryTake(key: string): Turn | undefined;
  /** Waits for a turn: first come, first served. Rejects with a refusal or with the reason of the signal. */
  take(key: string, wait?: WaitOptions): Promise<Turn>;
  /** Waits for a turn, runs `work` and releases the turn. */
  run<T>(key: string, wait: WaitOptions, work: () => Promise<T>): Promise<T>;
  /** How many turns of the key are held. */
  held(key: string): number;
  /** How many wait for a turn of the key. */
  waiting(key: string): number;
}

interface Line {
  held: number;
  /** In the order in which they are called. While somebody waits, all turns are held. */
  readonly waiters: Set<(turn: Turn) => void>;
}

/** A bounded queue by key, within this process. */
export function createTurns({
  atOnce = 1,
  maxWaiting = 400,
  refusal = (refused) => refused,
  clock = systemClock,
}: TurnsOptions = {}): Turns {
  const lines = new Map<string, Line>();

  const turnOf = (key: string, line: Line): Turn => {
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        const [next] = line.waiters;
        if (next !== undefined) {
          line.waiters.delete(next);
          return next(turnOf(key, line));
        }
        line.held -= 1;
        if (line.held === 0) lines.delete(key);
      },
    };
  };

  const tryTake = (key: string): Turn | undefined => {
    let line = lines.get(key);
    if (line === undefined) lines.set(key, (line = { held: 0, waiters: new Set() }));
    if (line.held >= atOnce) return undefined;
    line.held += 1;
    return turnOf(key, line);
  };

  const wait = (waiters: Line['waiters'], { timeoutMs, signal }: WaitOptions): Promise<Turn> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        timer?.cancel();
        signal?.removeEventListener('abort', onAbort);
        waiters.delete(waiter);
      };
      const waiter = (turn: Turn): void => {
        settle();
        resolve(turn);
      };
      const onAbort = (): void => {
        settle();
        reject(signal?.reason);
      };
      const onTimeout = (): void => {
        settle();
        reject(refusal(new TurnRefused('timeout', `no turn within ${timeoutMs} ms`)));
      };
      const timer = timeoutMs === undefined ? undefined : clock.after(timeoutMs, onTimeout);
      signal?.addEventListener('abort', onAbort, { once: true });
      waiters.add(waiter);
    });

  const take = async (key: string, options: WaitOptions = {}): Promise<Turn> => {
    options.signal?.throwIfAborted();
    const free = tryTake(key);
    if (free !== undefined) return free;
    const waiters = lines.get(key)?.waiters ?? new Set();
    if (waiters.size >= maxWaiting)
      throw refusal(new TurnRefused('full', `${waiters.size} others wait already`));
    return wait(waiters, options);
  };

  return {
    tryTake,
    take,
    async run(key, options, work) {
      const turn = await take(key, options);
      try {
        return await work();
      } finally {
        turn.release();
      }
    },
    held: (key) => lines.get(key)?.held ?? 0,
    waiting: (key) => lines.get(key)?.waiters.size ?? 0,
  };
}
