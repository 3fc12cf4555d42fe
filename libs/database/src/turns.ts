import { Failure } from '@patchbay/errors/failure';

/** The right to go on. It is held until `release`, which may be called more than once. */
export interface Turn {
  release(): void;
}

export interface TurnsOptions {
  /** How many hold a turn of one key at the same time. Default 1. */
  readonly atOnce?: number;
  /**
   * How many wait for a turn of one key; further ones are refused. Default 400: fewer than the concurrent calls of one RPC
   * client (512), so that calls about one thing do not take all of its connections.
   */
  readonly maxWaiting?: number;
}

export interface WaitOptions {
  /** Milliseconds until the wait is given up. */
  readonly timeoutMs: number;
  /** Gives up the wait; `take` rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Turns {
  /** A turn that is free; undefined where all are held or others wait for one, so that nobody is overtaken. */
  tryTake(key: string): Turn | undefined;
  /** Waits for a turn: first come, first served. Rejects with the failure `busy` if too many wait or it takes too long. */
  take(key: string, options: WaitOptions): Promise<Turn>;
}

/**
 * 503 with `Retry-After`: too much concurrent work on one thing. The transaction that waited has changed nothing; transactions that
 * the same call has committed before it stay.
 */
export const busy = (internal: string, cause?: unknown): Failure =>
  new Failure('unavailable', 'Too many requests for the same thing at the moment: try again.', {
    internal,
    cause,
    retryAfterSeconds: 1,
  });

/** Somebody who waits: called with the turn. */
export type Waiter = (turn: Turn) => void;

interface Line {
  held: number;
  /** Called in this order. */
  readonly waiting: Waiter[];
}

/** Waits at the end of `line` until whoever releases a turn removes and calls the waiter; rejects with `late()` after the time limit. */
export const waitInLine = (
  line: Waiter[],
  { timeoutMs, signal }: WaitOptions,
  late: () => Failure,
): Promise<Turn> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const waiter: Waiter = (turn) => {
      end();
      resolve(turn);
    };
    const leave = (reason: unknown): void => {
      end();
      line.splice(line.indexOf(waiter), 1);
      reject(reason);
    };
    const onAbort = (): void => leave(signal?.reason);
    const timer = setTimeout(() => leave(late()), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    line.push(waiter);
  });

/** Lines without a turn that are kept at least. */
const minKept = 1_000;

/**
 * Turns by key, within this process. Lines of which no turn is held are dropped together, once there are more of them than others:
 * a map from which every release deletes something keeps much of what was ever in it (see `running-calls.ts` of the RPC).
 */
export function createTurns({ atOnce = 1, maxWaiting = 400 }: TurnsOptions = {}): Turns {
  let lines = new Map<string, Line>();
  let dropAt = minKept;

  const addLine = (key: string): Line => {
    if (lines.size >= dropAt) {
      lines = new Map([...lines].filter(([, { held }]) => held > 0));
      dropAt = Math.max(minKept, 2 * lines.size);
    }
    const line = { held: 0, waiting: [] };
    lines.set(key, line);
    return line;
  };

  const turnIn = (line: Line): Turn => {
    let released = false;
    return {
      release() {
        if (released) return;
        released = true;
        const next = line.waiting.shift();
        if (next === undefined) line.held -= 1;
        else next(turnIn(line));
      },
    };
  };

  const tryTake = (key: string): Turn | undefined => {
    const line = lines.get(key) ?? addLine(key);
    // While somebody waits, all turns are held: a released one is handed to the first who waits.
    if (line.held >= atOnce) return undefined;
    line.held += 1;
    return turnIn(line);
  };

  return {
    tryTake,
    async take(key, options) {
      options.signal?.throwIfAborted();
      const free = tryTake(key);
      if (free !== undefined) return free;
      const waiting = lines.get(key)?.waiting ?? [];
      if (waiting.length >= maxWaiting) throw busy(`${waiting.length} others wait already`);
      return waitInLine(waiting, options, () => busy(`no turn within ${options.timeoutMs} ms`));
    },
  };
}
