import { once } from 'node:events';
import type { Logger } from '@patchbay/telemetry/logger';
import { escapeIdentifier } from 'pg';
import { createSession, type Session } from './session.ts';

export interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  /**
   * Called for every notification, and once after each connect, because notifications sent while there was no connection
   * are lost. It should only wake a worker: it runs in the event handler of the connection and must not throw or block.
   */
  readonly onNotify: () => void;
  readonly logger: Logger;
}

/** Listens on a channel over a dedicated connection. It listens when `start` resolves, unless Postgres is unreachable. */
export function createListener({ url, channel, onNotify, logger }: ListenerOptions): Session {
  return createSession({
    url,
    name: `listen ${channel}`,
    logger,
    async use(client, signal, established) {
      client.on('notification', onNotify);
      await client.query(`listen ${escapeIdentifier(channel)}`);
      onNotify();
      established();
      if (!signal.aborted) await once(signal, 'abort');
    },
  });
}
