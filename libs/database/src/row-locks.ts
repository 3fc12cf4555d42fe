import { callSignal } from '@patchbay/runtime/call-signal';
import { observe, set } from '@patchbay/telemetry/metrics';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import type { Queryable } from './queryable.ts';
import type { RowLock } from './row-lock.ts';
import { busy, createTurns, type Turn, type Turns } from './turns.ts';

export interface RowLocksOptions {
  /** How many connections of the pool may wait in Postgres for row locks of `lockRow` at the same time. */
  readonly maxConnections: number;
  /** Milliseconds that a transaction waits in this process at most. `lock_timeout` of the pool limits its waits in Postgres. */
  readonly timeoutMs: number;
  /** How many requests wait in this process for one row; further ones are refused. Default 400. */
  readonly maxWaiting?: number;
}

/**
 * The waits for row locks of one pool. A transaction that waits for a lock inside Postgres holds a connection meanwhile: a few
 * concurrent requests for one row would hold all of them. So requests for one row wait in this process, without a connection,
 * and take turns; only the one whose turn it is may wait in Postgres, for a lock that another process holds.
 */
export interface RowLocks {
  /**
   * Runs `work` when no other work with the same `of` and `id` runs in this process. For work whose row is known before it begins.
   * It takes no lock in Postgres, and its turns are apart from those of `lockRow`: `work` may lock the same row.
   */
  inTurn<T>(of: string, id: string, work: () => Promise<T>): Promise<T>;
  /** The locks of one transaction, over all its attempts. */
  forTransaction(): TransactionLocks;
}

/** Ends an attempt of a transaction: it is rolled back, gives its connection back, and begins again after `waitFor`. */
export class RowLockTaken extends Error {
  readonly of: string;
  readonly key: string;
  /** What the next attempt needs before it begins. */
  readonly needs: 'turn' | 'connection';

  constructor(of: string, key: string, needs: 'turn' | 'connection') {
    super(`the row lock of the ${of} is taken`);
    this.name = 'RowLockTaken';
    this.of = of;
    this.key = key;
    this.needs = needs;
  }
}

const tracer = tracerOf('database');

/** Measures a wait, whether it ends with the lock or not. */
async function measured<T>(of: string, where: 'process' | 'postgres', wait: () => Promise<T>): Promise<T> {
  const began = performance.now();
  let outcome = 'given_up';
  try {
    const result = await wait();
    outcome = 'taken';
    return result;
  } finally {
    observe('rowLockWait', (performance.now() - began) / 1_000, { of, where, outcome });
  }
}

const keyOf = (of: string, id: string): string => `${of} ${id}`;

export function createRowLocks({ maxConnections, timeoutMs, maxWaiting }: RowLocksOptions): RowLocks {
  const limits = maxWaiting === undefined ? {} : { maxWaiting };
  const turns = createTurns(limits);
  const turnsOfWork = createTurns(limits);
  // Without a limit of its own: of each row only the request whose turn it is waits here.
  const connections = createTurns({ atOnce: maxConnections, maxWaiting: Number.POSITIVE_INFINITY });
  const waiting = new Map<string, number>();
  const countWaiting = (of: string, change: 1 | -1): void => {
    const now = (waiting.get(of) ?? 0) + change;
    waiting.set(of, now);
    set('rowLockWaiting', now, { of });
  };
  const waitIn = (line: Turns, of: string, key: string, waitMs: number): Promise<Turn> =>
    inSpan(tracer, spanTable.waitForRow.name(of), {}, async () => {
      countWaiting(of, 1);
      try {
        return await measured(of, 'process', () =>
          line.take(key, { timeoutMs: waitMs, signal: callSignal() }),
        );
      } finally {
        countWaiting(of, -1);
      }
    });
  return {
    async inTurn(of, id, work) {
      const key = keyOf(of, id);
      const turn = turnsOfWork.tryTake(key) ?? (await waitIn(turnsOfWork, of, key, timeoutMs));
      try {
        return await work();
      } finally {
        turn.release();
      }
    },
    forTransaction: () => new TransactionLocks({ turns, connections, waitIn, timeoutMs }),
  };
}

interface Lines {
  readonly turns: Turns;
  /** One key for all rows. */
  readonly connections: Turns;
  readonly waitIn: (line: Turns, of: string, key: string, waitMs: number) => Promise<Turn>;
  readonly timeoutMs: number;
}

const everyRow = '';

export class TransactionLocks {
  readonly #lines: Lines;
  readonly #held = new Map<string, Turn>();
  /** The right to wait in Postgres. */
  #connection: Turn | undefined;
  #giveUpAt: number | undefined;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  /**
   * Locks the row until the transaction ends and returns its key; undefined where `lock` finds no row. Throws `RowLockTaken`
   * where the transaction must wait outside of Postgres first.
   */
  async lockRow(
    query: Queryable['query'],
    lock: RowLock,
    values: readonly unknown[],
  ): Promise<string | undefined> {
    const [found] = await query<{ id: string; locked: boolean }>(lock.tryLock, values);
    if (found === undefined) return undefined;
    const { of } = lock;
    const key = keyOf(of, found.id);
    if (!this.#held.has(key)) {
      // Also where the row was free in Postgres: whoever waits in this process comes first.
      const turn = this.#lines.turns.tryTake(key);
      if (turn === undefined) throw new RowLockTaken(of, key, 'turn');
      this.#held.set(key, turn);
    }
    if (!found.locked) {
      this.#connection ??= this.#lines.connections.tryTake(everyRow);
      if (this.#connection === undefined) throw new RowLockTaken(of, key, 'connection');
      await measured(of, 'postgres', () => query(lock.waitForLock, [found.id])).finally(() =>
        this.#releaseConnection(),
      );
    }
    this.#releaseConnection();
    return found.id;
  }

  /** Waits, without a connection, for what the next attempt needs. */
  async waitFor({ of, key, needs }: RowLockTaken): Promise<void> {
    const { turns, connections, waitIn, timeoutMs } = this.#lines;
    const now = performance.now();
    this.#giveUpAt ??= now + timeoutMs;
    const leftMs = this.#giveUpAt - now;
    if (leftMs <= 0) throw busy(`no lock of the ${of} within ${timeoutMs} ms`);
    if (needs === 'connection') {
      this.#connection = await waitIn(connections, of, everyRow, leftMs);
      return;
    }
    // Turns that it keeps while it waits could be those that others, whose turns it waits for, wait for themselves.
    this.end();
    this.#held.set(key, await waitIn(turns, of, key, leftMs));
  }

  /** Call it when the transaction has ended: the next in each line goes on. */
  end(): void {
    this.#releaseConnection();
    for (const turn of this.#held.values()) turn.release();
    this.#held.clear();
  }

  #releaseConnection(): void {
    this.#connection?.release();
    this.#connection = undefined;
  }
}
