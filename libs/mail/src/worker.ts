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
  /** How long a claimed mail is nobody else's; longer than an attempt may take. Default 2 min. */
  readonly leaseMs?: number;
  /** Shortest wait between two attempts; waits double. Default 5 s. */
  readonly minBackoffMs?: number;
  /** Longest wait between two attempts. Default 15 min. */
  readonly maxBackoffMs?: number;
}

/** Sends the mails of a schema's queue. Any number of workers may run. */
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
