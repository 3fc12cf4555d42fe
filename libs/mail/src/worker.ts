import { setTimeout as sleep } from 'node:timers/promises';
import { createListener } from '@patchbay/database/listen';
import type { Database } from '@patchbay/database/pool';
import type { Component } from '@patchbay/runtime/component';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import type { MailSender } from './outgoing-mail.ts';
import { channelOf } from './queue.ts';
import { createMailStore } from './store.ts';

export interface MailWorkerOptions extends Partial<DeliveryOptions> {
  /** For the connection that listens. */
  readonly url: string;
  readonly database: Database;
  readonly schema: string;
  readonly sealer: Sealer;
  readonly sender: MailSender;
  /** `MAIL_FROM`: an address, with or without a name. */
  readonly from: string;
  readonly logger: Logger;
  /** Mails at once. Default 4: one that is slow keeps nobody waiting. */
  readonly concurrency?: number;
  /** How often to look for mails that became due without anybody saying so. Default 5 s. */
  readonly pollMs?: number;
  /** How long a drain waits for mails that are being sent; those left over are sent again elsewhere. Default 15 s. */
  readonly drainTimeoutMs?: number;
}

export interface MailWorker extends Component {
  start(): Promise<void>;
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Sends the mails of a schema's queue. Any number of workers may run. */
export function createMailWorker(options: MailWorkerOptions): MailWorker {
  const { url, database, schema, logger, concurrency = 4, pollMs = 5_000, drainTimeoutMs = 15_000 } = options;
  const store = createMailStore(database);
  const delivery = createDelivery({ ...options, store });
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let waiting = Promise.withResolvers<void>();
  const wake = (): void => waiting.resolve();
  const listener = createListener({ url, channel: channelOf(schema), onNotify: wake, logger });
  let looping: Promise<void> | undefined;

  const deliver = (mail: Parameters<typeof delivery.deliver>[0]): void => {
    const run = delivery
      .deliver(mail, stopping.signal)
      .catch((error: unknown) =>
        logger.error({ err: error, mail: mail.id }, 'a mail’s fate was not recorded'),
      )
      .finally(() => {
        running.delete(run);
        wake();
      });
    running.add(run);
  };

  /** Fills the free places; true when there may be more to take. */
  const take = async (): Promise<boolean> => {
    const free = concurrency - running.size;
    if (free <= 0) return false;
    const mails = await store.claim(free, delivery.leaseMs);
    mails.forEach(deliver);
    return mails.length === free && running.size < concurrency;
  };

  const loop = async (): Promise<void> => {
    let failing = false;
    while (!stopping.signal.aborted) {
      waiting = Promise.withResolvers<void>();
      try {
        while (!stopping.signal.aborted && (await take()));
        failing = false;
      } catch (error) {
        if (!failing) logger.warn({ err: error }, 'the mail queue could not be read');
        failing = true;
      }
      const timer = setTimeout(wake, pollMs);
      if (!stopping.signal.aborted) await waiting.promise;
      clearTimeout(timer);
    }
  };

  const finish = async (): Promise<void> => {
    stopping.abort();
    wake();
    await looping;
    const patience = new AbortController();
    await Promise.race([
      Promise.all(running),
      sleep(drainTimeoutMs, undefined, { signal: patience.signal }).catch(() => {}),
    ]);
    patience.abort();
    if (running.size > 0) logger.warn({ mails: running.size }, 'mails were still being sent');
  };
  let finishing: Promise<void> | undefined;
  const drain = (): Promise<void> => {
    finishing ??= finish();
    return finishing;
  };

  return {
    name: `mails of ${schema}`,
    async start() {
      await listener.start();
      looping ??= loop();
    },
    drain,
    async stop() {
      await drain();
      await listener.stop();
    },
  };
}
