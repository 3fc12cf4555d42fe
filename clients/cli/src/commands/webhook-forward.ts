import { createHmac, randomBytes } from 'node:crypto';
import { Failure, usageFailure } from '../failure.ts';
import { createFetch } from '../http/fetch.ts';
import { isLoopback } from '../settings/host.ts';
import type { Io } from '../terminal/io.ts';
import { cliVersion } from '../version.ts';
import type { AuditLog } from './audit-entries.ts';

/** Milliseconds until a receiver must have answered, as Patchbay allows. */
const timeoutMs = 15_000;
/** Milliseconds before the second attempt, the third and so on. */
const retryWaitsMs: readonly number[] = [1_000, 3_000];

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The key in a secret of Standard Webhooks. */
export function keyOf(secret: string): Buffer {
  const base64 = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret)?.[1] ?? '';
  const key = Buffer.from(base64, 'base64');
  if (key.length < 24 || key.length > 64)
    throw usageFailure(
      'PATCHBAY_WEBHOOK_SECRET is not the secret of a webhook.',
      'It is `whsec_` and the base64 of 24 to 64 bytes.',
    );
  return key;
}

/** The address of a receiver; without a scheme it is http. Entries name people: they are not sent over a network without encryption. */
export function receiverOf(given: string): URL {
  const url = URL.parse(given.includes('://') ? given : `http://${given}`);
  const isFine = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.href));
  if (!url || !isFine || url.username !== '' || url.password !== '')
    throw usageFailure(
      '--forward-to takes an address of this machine, or one with https, without a user or a password.',
      'For example: --forward-to localhost:4000/hooks',
    );
  return url;
}

/** The request that Patchbay sends for an entry. */
export function requestOf(entry: AuditLog, key: Buffer, at: Date) {
  const { id, action, occurredAt } = entry;
  const body = JSON.stringify({ type: action, timestamp: occurredAt, data: entry });
  const timestamp = Math.floor(at.getTime() / 1_000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': `Patchbay-Webhooks/${cliVersion()}`,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}

/** The result of an attempt. */
export interface Attempt {
  readonly isDelivered: boolean;
  /** The status of the response. Null: no response. */
  readonly status: number | null;
  readonly ms: number;
  /** Why there was no response. */
  readonly reason: string | null;
  /** Whether another attempt follows. */
  readonly isLast: boolean;
}

/** Sends each entry until the receiver accepts it, three times at most. */
export function createForward(
  io: Io,
  to: URL,
  key: Buffer,
): (entry: AuditLog, tell: (attempt: Attempt) => void) => Promise<boolean> {
  const send = createFetch(io, to.origin, false);
  const attempt = async (entry: AuditLog): Promise<Omit<Attempt, 'isLast'>> => {
    const timeout = io.clock.deadline(timeoutMs);
    const begin = performance.now();
    const took = (): number => Math.round(performance.now() - begin);
    try {
      const response = await send(to, {
        ...requestOf(entry, key, io.clock.now()),
        signal: AbortSignal.any([io.signal, timeout]),
      });
      const ms = took();
      await response.body?.cancel();
      return { isDelivered: response.ok, status: response.status, ms, reason: null };
    } catch (error) {
      io.signal.throwIfAborted();
      if (!timeout.aborted && !(error instanceof Failure)) throw error;
      const reason = timeout.aborted ? 'no answer within 15 s' : (error as Failure).message;
      return { isDelivered: false, status: null, ms: took(), reason };
    }
  };
  return async (entry, tell) => {
    for (const waitMs of [...retryWaitsMs, undefined]) {
      const made = await attempt(entry);
      const isLast = made.isDelivered || waitMs === undefined;
      tell({ ...made, isLast });
      if (isLast) return made.isDelivered;
      await io.clock.sleep(waitMs, io.signal);
      io.signal.throwIfAborted();
    }
    return false;
  };
}
