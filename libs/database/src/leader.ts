import { createHash } from 'node:crypto';
import { pause } from '@patchbay/runtime/backoff';
import type { Logger } from '@patchbay/telemetry/logger';
import { createSession, type Session } from './session.ts';

export interface LeadershipOptions {
  readonly url: string;
  /** What is led. One process at a time leads per name and database. */
  readonly name: string;
  /**
   * Runs while this process leads and ends when the signal aborts: the connection that holds the lock was lost, or
   * `stop` was called. If it ends before that, the lock is given back and asked for again.
   *
   * A leader whose network is cut may work on for some seconds while another one leads already: what it does must be
   * safe to do twice.
   */
  readonly work: (signal: AbortSignal) => Promise<void>;
  /** How often somebody who does not lead asks again. Default 1 s. */
  readonly pollMs?: number;
  readonly logger: Logger;
}

export interface Leadership extends Session {
  leads(): boolean;
}

/** The advisory lock that stands for a name. */
export const lockKey = (name: string): bigint => createHash('sha256').update(name).digest().readBigInt64BE(0);

/** Competes for a session advisory lock on a connection of its own. `stop` ends the work and waits for it. */
export function createLeadership({ url, name, work, pollMs = 1_000, logger }: LeadershipOptions): Leadership {
  let leading = false;
  const session = createSession({
    url,
    name: `lead ${name}`,
    logger,
    async use(client, signal, established) {
      // Asked for again and again, not waited for: a waiting statement keeps a snapshot open, and with it every dead row.
      const ask = async (): Promise<boolean> => {
        const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
          lockKey(name).toString(),
        ]);
        return rows[0]?.held === true;
      };
      leading = await ask();
      established();
      while (!leading && !signal.aborted) {
        await pause(pollMs, signal);
        if (!signal.aborted) leading = await ask();
      }
      if (signal.aborted) {
        leading = false;
        return;
      }
      logger.debug({ leads: name }, 'leads');
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
