import { once } from 'node:events';
import { unavailable } from '@patchbay/errors/failure';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Client } from 'pg';
import { lockKey } from './leader.ts';
import { createSession, type Session } from './session.ts';

export interface AdvisoryLock {
  /** Aborted when the connection was lost: from then on another process may get the lock. */
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

export interface AdvisoryLocks extends Session {
  /** The lock of this name, across all processes; undefined where somebody holds it. Never waits for it. */
  tryLock(name: string): Promise<AdvisoryLock | undefined>;
}

export interface AdvisoryLocksOptions {
  readonly url: string;
  /** The part of the service that locks, for logs and `pg_stat_activity`. */
  readonly name: string;
  readonly logger: Logger;
}

interface Connection {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Closes the connection, which releases all of its locks; a new one is opened. */
  readonly close: (cause: unknown) => void;
}

/**
 * Session advisory locks of any number of names, held by one connection outside of the pool: work that takes long holds no
 * connection of the pool, and Postgres releases the locks of a process that has ended.
 */
export function createAdvisoryLocks({ url, name, logger }: AdvisoryLocksOptions): AdvisoryLocks {
  /** Postgres grants a lock again to the session that holds it: within this process the names decide. */
  const held = new Set<string>();
  let connection: Connection | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const session = createSession({
    url,
    name: `locks ${name}`,
    logger,
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

  /** Runs a function of Postgres on a key, after earlier ones; after an error nobody knows what is locked, so it disconnects. */
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
