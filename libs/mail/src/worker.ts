import { createListener } from '@patchbay/database/listen';
import type { Database } from '@patchbay/database/pool';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import { createJobWorker } from '@patchbay/worker/job-worker';
import type { Worker } from '@patchbay/worker/worker';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import type { MailSender } from './outgoing-mail.ts';
import { channelOf } from './queue.ts';
import { createMailStore } from './store.ts';

export interface MailWorkerOptions extends DeliveryOptions {
  /** For the LISTEN connection. */
  readonly url: string;
  readonly database: Database;
  readonly schema: string;
  readonly sealer: Sealer;
  readonly sender: MailSender;
  /** `MAIL_FROM`: an address, with or without a name. */
  readonly from: string;
  readonly logger: Logger;
  /** Mails sent at the same time. Default 4, so that a slow recipient server does not block the queue. */
  readonly concurrency?: number;
  /** Poll interval: retries that become due cause no notification. Default 5 s. */
  readonly pollMs?: number;
  /** How long no other worker claims a claimed mail; must exceed `attemptTimeoutMs`. Default 2 min. */
  readonly leaseMs?: number;
  /** Shortest wait between two attempts; it doubles with each attempt. Default 5 s. */
  readonly minBackoffMs?: number;
  /** Longest wait between two attempts. Default 15 min. */
  readonly maxBackoffMs?: number;
}

/** Sends the queued mails of a schema. Several workers may run concurrently. */
export function createMailWorker(options: MailWorkerOptions): Worker {
  const { url, database, schema, logger, concurrency = 4, pollMs = 5_000 } = options;
  const { leaseMs = 120_000, minBackoffMs = 5_000, maxBackoffMs = 900_000 } = options;
  return createJobWorker({
    name: `mails of ${schema}`,
    jobs: createDelivery({ ...options, store: createMailStore(database) }),
    leaseMs,
    concurrency,
    pollMs,
    retry: { min: minBackoffMs, max: maxBackoffMs },
    wokenBy: (wake) => createListener({ url, channel: channelOf(schema), onNotify: wake, logger }),
    logger,
  });
}
