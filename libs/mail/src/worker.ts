import type { Database } from '@patchbay/database/pool';
import type { Queryable } from '@patchbay/database/query';
import { createListener } from '@patchbay/database/session';
import { type Clock, systemClock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import { count, startAtZero } from '@patchbay/telemetry/metrics';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { createJobWorker, type Jobs } from '@patchbay/worker/job-worker';
import type { Worker } from '@patchbay/worker/worker';
import { MailRefused, type MailSender } from './outgoing-mail.ts';
import { channelOf, openContent } from './queue.ts';

export interface QueuedMail {
  readonly id: string;
  readonly recipient: string;
  readonly purpose: string;
  readonly sealed: string;
  /** Incremented by each claim. `postpone` compares it, so that a worker with an expired lease cannot undo a newer claim. */
  readonly attempts: number;
  readonly traceparent: string | null;
  readonly createdAt: Date;
}

const claim = {
  name: 'mail_claim',
  text: `with due as (
      select id from mails where failed_at is null and next_attempt_at <= $2
      order by next_attempt_at limit $1 for update skip locked
    )
    update mails set attempts = attempts + 1, next_attempt_at = $3 from due where mails.id = due.id
    returning mails.id, recipient, purpose, sealed, attempts, traceparent, created_at as "createdAt"`,
};

const remove = { name: 'mail_remove', text: 'delete from mails where id = $1' };

const postpone = {
  name: 'mail_postpone',
  text: `update mails set last_error = $3, next_attempt_at = $4,
      failed_at = case when $5 or created_at < $6 then $7::timestamptz end
    where id = $1 and attempts = $2
    returning failed_at is not null as failed`,
};

const after = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

export interface Postponement {
  readonly error: string;
  readonly delayMs: number;
  /** Gives the mail up. */
  readonly final: boolean;
  /** Gives the mail up if it is older. */
  readonly giveUpAfterMs: number;
}

export interface MailStore {
  /** Claims up to `limit` due mails (`for update skip locked`). No other worker claims them until the lease expires. */
  claim(limit: number, leaseMs: number): Promise<QueuedMail[]>;
  remove(mail: QueuedMail): Promise<void>;
  /** True: the mail is given up. False: it is retried, or another worker has claimed it since and the row is unchanged. */
  postpone(mail: QueuedMail, postponement: Postponement): Promise<boolean>;
}

export const createMailStore = (database: Queryable, clock: Clock = systemClock): MailStore => ({
  claim(limit, leaseMs) {
    const now = clock.now();
    return database.query<QueuedMail>(claim, [limit, now, after(now, leaseMs)]);
  },
  async remove({ id }) {
    await database.query(remove, [id]);
  },
  async postpone({ id, attempts }, { error, delayMs, final, giveUpAfterMs }) {
    const now = clock.now();
    const rows = await database.query<{ failed: boolean }>(postpone, [
      id,
      attempts,
      error,
      after(now, delayMs),
      final,
      after(now, -giveUpAfterMs),
      now,
    ]);
    return rows[0]?.failed === true;
  },
});

export interface DeliveryOptions {
  /** Timeout of one attempt. Default 60 s. */
  readonly attemptTimeoutMs?: number;
  /** Age at which a mail that cannot be sent is given up. Default 3 days. */
  readonly giveUpAfterMs?: number;
  readonly clock?: Clock;
}

interface Parts {
  readonly store: MailStore;
  readonly schema: string;
  readonly sealer: Sealer;
  readonly sender: MailSender;
  readonly from: string;
  readonly logger: Logger;
}

/**
 * Without URLs and addresses: an SMTP server may quote the refused message, and its sign-in link must not be stored or logged;
 * addresses are personal data.
 */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/\bhttps?:\/\/\S+/gi, '[link]')
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '[address]')
    .slice(0, 500);

const domainOf = (from: string): string => /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

/** The jobs of the mail worker: claims queued mails, sends each once per claim, and deletes or postpones it. */
export function createDelivery({
  store,
  schema,
  sealer,
  sender,
  from,
  logger,
  attemptTimeoutMs = 60_000,
  giveUpAfterMs = 3 * 24 * 3_600_000,
  clock = systemClock,
}: Parts & DeliveryOptions): Jobs<QueuedMail, void> {
  const tracer = tracerOf(schema);
  startAtZero('mailsSent', { outcome: ['failed'] });

  const attempt = async (mail: QueuedMail): Promise<void> => {
    const { id, recipient, purpose, sealed, createdAt } = mail;
    const { subject, text, html } = openContent(sealer, id, recipient, sealed);
    const messageId = `<${id}@${domainOf(from)}>`;
    const timer = new AbortController();
    try {
      await Promise.race([
        sender.send({ messageId, date: createdAt, from, to: recipient, subject, text, html, purpose }),
        clock.sleep(attemptTimeoutMs, timer.signal).then(() => {
          throw new Error('the attempt took too long');
        }),
      ]);
    } finally {
      timer.abort();
    }
  };

  return {
    claim: (limit, leaseMs) => store.claim(limit, leaseMs),
    async work(mail) {
      const parent = contextFromTraceparent(mail.traceparent ?? undefined);
      await inSpan(tracer, spanTable.mail.name(mail.purpose), { kind: SpanKind.CLIENT, parent }, () =>
        attempt(mail),
      );
      count('mailsSent', 1, { outcome: 'sent' });
    },
    complete: (mail) => store.remove(mail),
    async postpone(mail, { error: thrown, delayMs }) {
      const error = reasonOf(thrown);
      const final = thrown instanceof MailRefused;
      const failed = await store.postpone(mail, { error, delayMs, final, giveUpAfterMs });
      const { id, purpose, attempts } = mail;
      count('mailsSent', 1, { outcome: failed ? 'failed' : 'retried' });
      if (failed) logger.error({ mail: id, purpose, attempts, error }, 'gave up a mail');
      else logger.warn({ mail: id, purpose, attempts, error }, 'sending a mail failed, retrying later');
    },
  };
}

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
  const { url, database, schema, logger, clock, concurrency = 4, pollMs = 5_000 } = options;
  const { leaseMs = 120_000, minBackoffMs = 5_000, maxBackoffMs = 900_000 } = options;
  return createJobWorker({
    name: `mails of ${schema}`,
    jobs: createDelivery({ ...options, store: createMailStore(database, clock) }),
    leaseMs,
    concurrency,
    pollMs,
    idleMs: 30_000,
    retry: { min: minBackoffMs, max: maxBackoffMs },
    wokenBy: (wake) => createListener({ url, channel: channelOf(schema), onNotify: wake, logger, clock }),
    logger,
    ...(clock && { clock }),
  });
}
