import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealer } from '@patchbay/sealing/sealer';
import type { Logger } from '@patchbay/telemetry/logger';
import { count } from '@patchbay/telemetry/metrics';
import { inSpan, SpanKind, tracerOf } from '@patchbay/telemetry/span';
import { contextFromTraceparent } from '@patchbay/telemetry/trace-context';
import { MailRefused, type MailSender } from './outgoing-mail.ts';
import { openContent } from './sealed-mail.ts';
import type { MailStore, QueuedMail } from './store.ts';

export interface DeliveryOptions {
  /** How long a claimed mail is nobody else's; longer than an attempt may take. Default 2 min. */
  readonly leaseMs: number;
  /** Bound of one attempt. Default 60 s. */
  readonly attemptTimeoutMs: number;
  /** Shortest wait between two attempts; waits double. Default 5 s. */
  readonly minBackoffMs: number;
  /** Longest wait between two attempts. Default 15 min. */
  readonly maxBackoffMs: number;
  /** A mail that could not be sent for so long is given up. Default 3 days. */
  readonly giveUpAfterMs: number;
}

export interface Delivery {
  readonly leaseMs: number;
  /** One attempt, and what came of it. Rejects only when that could not be recorded. */
  deliver(mail: QueuedMail, stopping: AbortSignal): Promise<void>;
}

interface Parts {
  readonly store: MailStore;
  readonly schema: string;
  readonly sealer: Sealer;
  readonly sender: MailSender;
  readonly from: string;
  readonly logger: Logger;
}

/** An SMTP server may quote the message it refuses, and with it a link that signs somebody in. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/\bhttps?:\/\/\S+/gi, '[link]')
    .slice(0, 500);

/**
 * Milliseconds before the attempt after this many, between the two bounds: doubling, less a random part of up to a half so
 * that mails that failed together do not return together.
 */
export const backoff = (attempts: number, minMs: number, maxMs: number, random = Math.random()): number =>
  Math.max(minMs, Math.min(minMs * 2 ** attempts, maxMs) * (1 - random / 2));

const domainOf = (from: string): string => /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

export function createDelivery({
  store,
  schema,
  sealer,
  sender,
  from,
  logger,
  leaseMs = 120_000,
  attemptTimeoutMs = 60_000,
  minBackoffMs = 5_000,
  maxBackoffMs = 900_000,
  giveUpAfterMs = 3 * 24 * 3_600_000,
}: Parts & Partial<DeliveryOptions>): Delivery {
  const tracer = tracerOf(schema);

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

  /** A mail that was sent and is still in the queue is sent again: worth some patience with the database. */
  const remove = async (mail: QueuedMail, stopping: AbortSignal): Promise<void> => {
    const giveUpAt = performance.now() + leaseMs - attemptTimeoutMs;
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        return await store.remove(mail);
      } catch (error) {
        if (stopping.aborted || performance.now() + waitMs > giveUpAt) throw error;
        await sleep(waitMs, undefined, { signal: stopping }).catch(() => {});
      }
    }
  };

  const postpone = async (mail: QueuedMail, thrown: unknown): Promise<void> => {
    const error = reasonOf(thrown);
    const failed = await store.postpone(mail, {
      error,
      delayMs: backoff(mail.attempts, minBackoffMs, maxBackoffMs),
      final: thrown instanceof MailRefused,
      giveUpAfterMs,
    });
    const { id, purpose, attempts } = mail;
    count('mailsSent', 1, { outcome: failed ? 'failed' : 'retried' });
    if (failed) logger.error({ mail: id, purpose, attempts, error }, 'a mail was given up');
    else logger.warn({ mail: id, purpose, attempts, error }, 'a mail was not sent and is tried again later');
  };

  return {
    leaseMs,
    async deliver(mail, stopping) {
      const parent = contextFromTraceparent(mail.traceparent ?? undefined);
      try {
        await inSpan(tracer, `mail ${mail.purpose}`, { kind: SpanKind.CLIENT, parent }, () => attempt(mail));
      } catch (error) {
        return postpone(mail, error);
      }
      count('mailsSent', 1, { outcome: 'sent' });
      await remove(mail, stopping);
    },
  };
}
