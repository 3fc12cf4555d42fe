import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { spanTable } from '@patchbay/telemetry/span-table';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import type { Jobs } from '@patchbay/worker/job-worker';
import { MailRefused, type MailSender } from './outgoing-mail.ts';
import { openContent } from './sealed-mail.ts';
import type { MailStore, QueuedMail } from './store.ts';

export interface DeliveryOptions {
  /** Timeout of one attempt. Default 60 s. */
  readonly attemptTimeoutMs?: number;
  /** Age at which a mail that cannot be sent is given up. Default 3 days. */
  readonly giveUpAfterMs?: number;
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
}: Parts & DeliveryOptions): Jobs<QueuedMail, void> {
  const tracer = tracerOf(schema);
  // Begins at 0: Prometheus sees no increase in a series that begins with the first mail given up, and its alert would miss it.
  count('mailsSent', 0, { outcome: 'failed' });

  const attempt = async (mail: QueuedMail): Promise<void> => {
    const { id, recipient, purpose, sealed, createdAt } = mail;
    const { subject, text, html } = openContent(sealer, id, recipient, sealed);
    const messageId = `<${id}@${domainOf(from)}>`;
    const timer = new AbortController();
    try {
      await Promise.race([
        sender.send({ messageId, date: createdAt, from, to: recipient, subject, text, html, purpose }),
        sleep(attemptTimeoutMs, undefined, { signal: timer.signal }).then(() => {
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
      if (failed) logger.error({ mail: id, purpose, attempts, error }, 'a mail was given up');
      else
        logger.warn({ mail: id, purpose, attempts, error }, 'a mail was not sent and is tried again later');
    },
  };
}
