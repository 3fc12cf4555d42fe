import { once } from 'node:events';
import type { Logger } from '@patchbay/telemetry/logger';
import { escapeIdentifier } from 'pg';
import { createSession, type Session } from './session.ts';

export interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  /**
   * Called for every notification, and once after each connect, because what was notified in between is lost. It only
   * wakes somebody: it must not throw or take long.
   */
  readonly onNotify: () => void;
  readonly logger: Logger;
}

/** Listens on a channel over a connection of its own. Started, it listens already, if Postgres can be reached. */
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
