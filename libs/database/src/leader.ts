import { createHash } from 'node:crypto';
import { pause } from '@patchbay/runtime/backoff';
import type { Logger } from '@patchbay/telemetry/logger';
import { createSession, type Session } from './session.ts';

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
}

export interface Leadership extends Session {
  leads(): boolean;
}

/** The key of the advisory lock for a name: the first 64 bits of its SHA-256. */
export const lockKey = (name: string): bigint => createHash('sha256').update(name).digest().readBigInt64BE(0);

/** Tries to get a session advisory lock on a dedicated connection. `stop` aborts the work and waits until it has ended. */
export function createLeadership({ url, name, work, pollMs = 1_000, logger }: LeadershipOptions): Leadership {
  let leading = false;
  const session = createSession({
    url,
    name: `lead ${name}`,
    logger,
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
        await pause(pollMs, signal);
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
        if (!signal.aborted) logger.error({ err: error, leads: name }, 'the work of a leader failed');
      } finally {
        leading = false;
      }
      if (!signal.aborted) await pause(pollMs, signal);
    },
  });
  return { ...session, leads: () => leading };
}
