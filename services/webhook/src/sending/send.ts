import { retryAfterMs } from '@patchbay/outgoing/answer';
import { type Outgoing, OutgoingError, type OutgoingFailure } from '@patchbay/outgoing/outgoing';
import type { Clock } from '@patchbay/runtime/clock';
import type { Sealer } from '@patchbay/sealing/sealer';
import { type Attempt, answerMs } from '../domain/attempt.ts';
import { liveSecrets } from '../store/secrets.ts';
import type { StoredWebhook } from '../store/webhooks.ts';
import { headersOf } from './signature.ts';

/** What is sent to a webhook. */
export interface Message {
  /** The id of the entry. */
  readonly id: string;
  readonly body: string;
  /** Has connections of its own: tests, however many, take none of the deliveries. Default: a delivery. */
  readonly isTest?: true;
}

/** Where it is sent, and the secrets that sign it. */
export type Receiver = Pick<
  StoredWebhook,
  'id' | 'organizationId' | 'url' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'
>;

/** Makes one attempt. Rejects only if the signal aborts, or for a bug. */
export type Send = (receiver: Receiver, message: Message, signal?: AbortSignal) => Promise<Attempt>;

/** For people. `canceled` and `suspended` are thrown instead: they say nothing about the receiver. */
const reasons: Readonly<Partial<Record<OutgoingFailure, string>>> = {
  timeout: `The receiver did not answer within ${answerMs / 1_000} s.`,
  unreachable: 'The receiver could not be reached.',
  too_large: 'The headers of the answer were too large.',
  address_refused: 'The address is not public.',
  busy: 'Too many requests to the receiver are running.',
};

function reasonOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}. Redirects are not followed: change the address.`;
  return `The receiver answered ${status}.`;
}

export interface SendOptions {
  readonly outgoing: Pick<Outgoing, 'send'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export const createSend =
  ({ outgoing, sealer, clock }: SendOptions): Send =>
  async (receiver, { id, body, isTest }, signal) => {
    const at = clock.now();
    const begun = clock.uptime();
    const ended = (): Pick<Attempt, 'at' | 'ms'> => ({ at, ms: Math.round(clock.uptime() - begun) });
    try {
      const { status, headers } = await outgoing.send({
        target: 'webhook',
        // Several webhooks may share an origin: none takes the connections of another.
        tenant: isTest ? `${receiver.id} test` : receiver.id,
        method: 'POST',
        url: receiver.url,
        headers: headersOf({ id, at, body }, liveSecrets(sealer, receiver.id, receiver, at)),
        body,
        timeoutMs: answerMs,
        discardsBody: true,
        ...(signal && { signal }),
      });
      const reason = reasonOf(status);
      return {
        ...ended(),
        status,
        isDelivered: reason === null,
        reason,
        retryAfterMs: retryAfterMs({ headers }, clock.now()),
      };
    } catch (error) {
      const reason = error instanceof OutgoingError ? reasons[error.failure] : undefined;
      if (reason === undefined) throw error;
      return { ...ended(), status: null, isDelivered: false, reason, retryAfterMs: undefined };
    }
  };
