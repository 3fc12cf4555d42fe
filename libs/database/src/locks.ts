import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { unavailable } from '@patchbay/errors/failure';
import { callSignal } from '@patchbay/runtime/call-signal';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Client, QueryResultRow } from 'pg';
import type { Statement } from './query.ts';
import { createSession, type Session } from './session.ts';
import type { Transaction } from './transaction.ts';
import { measureWait } from './turns.ts';

/** A statement that ends with `for update` or `for no key update`. */
export interface RowLock extends Statement {
  /** What the row is, for metrics: `organization`. */
  readonly of: string;
}

/**
 * Locks the row until the transaction ends, and returns it; undefined where there is none. Waits in Postgres while another
 * transaction holds the lock; `turn` of the transaction keeps those of this process from waiting here. Throws where the deadline of
 * the call has passed meanwhile: the caller was told that nothing changed.
 *
 * The statement may return an earlier version of the row than the one that it locked: read it again by another statement.
 */
export async function lockRow<Row extends QueryResultRow>(
  tx: Transaction,
  lock: RowLock,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const [row] = await measureWait(lock.of, 'postgres', () => tx.query<Row>(lock, values));
  callSignal()?.throwIfAborted();
  return row;
}

/** The key of the advisory lock for a name: the first 64 bits of its SHA-256. */
export const lockKey = (name: string): bigint => createHash('sha256').update(name).digest().readBigInt64BE(0);

export interface AdvisoryLock {
  /** Aborted when the connection was lost: from then on another process may get the lock. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

export interface AdvisoryLocks extends Session {
  /** Takes the lock of this name over all processes; undefined where somebody holds it. Never waits. */
  tryLock(name: string): Promise<AdvisoryLock | undefined>;
}

export interface AdvisoryLocksOptions {
  readonly url: string;
  /** The part of the service that locks, for logs and `pg_stat_activity`. */
  readonly name: string;
  readonly logger: Logger;
  readonly clock?: Clock;
}

interface Connection {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Closes the connection, which releases all of its locks; a new one is opened. */
  readonly close: (cause: unknown) => void;
}

/**
 * Session advisory locks by name, all held by one connection outside of the pool. Long work holds no connection of the pool, and
 * Postgres releases the locks of a process that has ended.
 */
export function createAdvisoryLocks({
  url,
  name,
  logger,
  clock = systemClock,
}: AdvisoryLocksOptions): AdvisoryLocks {
  /** Postgres grants a lock again to the session that holds it, so this process remembers what it holds. */
  const held = new Set<string>();
  let connection: Connection | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const session = createSession({
    url,
    name: `locks ${name}`,
    logger,
    clock,
    async use(client, signal, established) {
      const closed = Promise.withResolvers<never>();
      // It may be rejected after nobody waits for it any more.
      closed.promise.catch(() => {});
      connection = { client, signal, close: closed.reject };
      established();
      try {
        if (!signal.aborted) await Promise.race([once(signal, 'abort'), closed.promise]);
      } finally {
        connection = undefined;
      }
    },
  });

  /** Runs a lock function, one after the other. After an error the locks held are unknown, so it disconnects. */
  const call = ({ client, close }: Connection, operation: string, key: string): Promise<boolean> => {
    const called = last.then(async () => {
      try {
        const { rows } = await client.query<{ done: boolean }>(`select ${operation}($1) as done`, [key]);
        return rows[0]?.done === true;
      } catch (error) {
        close(error);
        throw unavailable('the connection that holds advisory locks was lost', error);
      }
    });
    last = called.catch(() => {});
    return called;
  };

  return {
    ...session,
    async tryLock(lockName) {
      if (held.has(lockName)) return undefined;
      const current = connection;
      if (current === undefined) throw unavailable('there is no connection for advisory locks');
      const key = lockKey(lockName).toString();
      held.add(lockName);
      let locked = false;
      try {
        locked = await call(current, 'pg_try_advisory_lock', key);
      } finally {
        if (!locked) held.delete(lockName);
      }
      if (!locked) return undefined;
      return {
        signal: current.signal,
        async release() {
          try {
            await call(current, 'pg_advisory_unlock', key);
          } catch {
            // The connection was lost before or is closed now; either releases the lock.
          } finally {
            held.delete(lockName);
          }
        },
      };
    },
  };
}

export interface LeadershipOptions {
  readonly url: string;
  /** Names the advisory lock: per name and database one process at a time is the leader. */
  readonly name: string;
  /**
   * Runs while this process holds the lock. It must end when the signal aborts: the connection that holds the lock was
   * lost, or `stop` was called. If it ends earlier, the lock is released and requested again.
   *
   * A leader that lost its network may run for some more seconds after another process got the lock, so the work must be
   * idempotent.
   */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds between two attempts to get the lock. Default 1 s. */
  readonly pollMs?: number;
  readonly logger: Logger;
  readonly clock?: Clock;
}

export interface Leadership extends Session {
  leads(): boolean;
}

/** Tries to get a session advisory lock on a dedicated connection. `stop` aborts the work and waits until it has ended. */
export function createLeadership({
  url,
  name,
  work,
  pollMs = 1_000,
  logger,
  clock = systemClock,
}: LeadershipOptions): Leadership {
  let leading = false;
  const session = createSession({
    url,
    name: `lead ${name}`,
    logger,
    clock,
    async use(client, signal, established) {
      // Polls instead of waiting in `pg_advisory_lock`: a waiting statement holds a snapshot, which keeps VACUUM from
      // removing dead rows.
      const tryLock = async (): Promise<boolean> => {
        const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
          lockKey(name).toString(),
        ]);
        return rows[0]?.held === true;
      };
      leading = await tryLock();
      established();
      while (!leading && !signal.aborted) {
        await clock.sleep(pollMs, signal);
        if (!signal.aborted) leading = await tryLock();
      }
      if (signal.aborted) {
        leading = false;
        return;
      }
      logger.debug({ leads: name }, 'became the leader');
      try {
        await work(signal);
      } catch (error) {
        if (!signal.aborted) logger.error({ err: error, leads: name }, 'work of the leader failed');
      } finally {
        leading = false;
      }
      if (!signal.aborted) await clock.sleep(pollMs, signal);
    },
  });
  return { ...session, leads: () => leading };
}
