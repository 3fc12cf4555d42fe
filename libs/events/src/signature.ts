import { createPublicKey, type KeyObject, sign, verify as verifySignature } from 'node:crypto';
import { promisify } from 'node:util';
import { count, startAtZero } from '@patchbay/telemetry/metrics';
import { type ServicePublicKeys, thumbprintOf } from '@patchbay/tokens/service-keys';
import { publisherOf } from './topics.ts';
import {
  type ConsumerComponent,
  type EventPublisher,
  type EventSource,
  type OutgoingMessage,
  type Poison,
  PoisonMessage,
  type ReceivedMessage,
  type Subscription,
} from './transport.ts';

/** Headers of a signed message. */
export const signatureHeaders = {
  /** Ed25519, base64. */
  signature: 'signature',
  /** The thumbprint of the public key that verifies it: `thumbprintOf` of `@patchbay/tokens/service-keys`. */
  key: 'signature-key',
} as const;

/** Separates these signatures from all others that a key could ever make, and from those of a later format. */
const domain = Buffer.from('patchbay event signature v1\0');

const withLength = (bytes: Uint8Array): Uint8Array[] => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return [length, bytes];
};

interface SignedParts {
  readonly topic: string;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/**
 * The bytes that are signed. The length of each part stands before it, so that no byte can move from one part to the next. Topic
 * and key are included: a message copied to another topic, or to the key of another organization, has no valid signature.
 */
const signedBytes = ({ topic, key, value }: SignedParts): Buffer =>
  Buffer.concat([domain, ...withLength(Buffer.from(topic)), ...withLength(key), ...withLength(value)]);

// With a callback it runs on the thread pool of libuv.
const signAsync = promisify(
  (data: Buffer, key: KeyObject, done: (error: Error | null, signature: Buffer) => void) =>
    sign(null, data, key, done),
);

/**
 * Signs each message with the key of one service before it is published. Signatures are made here and not when the outbox is
 * written, so that a row is signed with the key that is in use when it is published, whatever version recorded it. Costs about
 * 90 µs of CPU per message, most of it on the thread pool.
 */
export function createSigningPublisher(publisher: EventPublisher, privateKey: KeyObject): EventPublisher {
  const thumbprint = thumbprintOf(createPublicKey(privateKey));

  const signed = async (topic: string, message: OutgoingMessage): Promise<OutgoingMessage> => {
    const { key, value, headers } = message;
    const signature = await signAsync(signedBytes({ topic, key: Buffer.from(key), value }), privateKey);
    return {
      key,
      value,
      headers: {
        ...headers,
        [signatureHeaders.signature]: signature.toString('base64'),
        [signatureHeaders.key]: thumbprint,
      },
    };
  };

  return {
    ...publisher,
    async publish(topic, messages) {
      await publisher.publish(topic, await Promise.all(messages.map((message) => signed(topic, message))));
    },
  };
}

export const refusalKinds = ['unsigned', 'unknown_key', 'wrong_service', 'wrong_signature'] as const;

/** Why a message is refused; `kind` is a label of a metric, `reason` stands in the dead letter. */
export interface Refusal {
  readonly kind: (typeof refusalKinds)[number];
  readonly reason: string;
}

/** Resolves with undefined if the service that owns the topic has signed the message for this topic and key. */
export type VerifyMessage = (
  message: Pick<ReceivedMessage, 'topic' | 'keyBytes' | 'value' | 'headers'>,
) => Promise<Refusal | undefined>;

// With a callback it runs on the thread pool of libuv.
const verifyAsync = promisify(
  (data: Buffer, key: KeyObject, signature: Buffer, done: (error: Error | null, valid: boolean) => void) =>
    verifySignature(null, data, key, signature, done),
);

export function createVerifier(publicKeys: ServicePublicKeys): VerifyMessage {
  const keys = [...publicKeys].flatMap(([service, ofService]) =>
    ofService.map((key) => ({ service, key, thumbprint: thumbprintOf(key) })),
  );

  return async ({ topic, keyBytes, value, headers }) => {
    const signature = headers[signatureHeaders.signature];
    const thumbprint = headers[signatureHeaders.key];
    if (!signature || !thumbprint) return { kind: 'unsigned', reason: 'it is not signed' };
    const owner = publisherOf(topic);
    const known = keys.filter((key) => key.thumbprint === thumbprint);
    const [first] = known;
    if (first === undefined) return { kind: 'unknown_key', reason: 'it is signed with an unknown key' };
    const trusted = known.find(({ service }) => service === owner);
    if (trusted === undefined) {
      const reason = `it is signed by ${first.service}, which does not publish to this topic`;
      return { kind: 'wrong_service', reason };
    }
    const data = signedBytes({ topic, key: keyBytes, value });
    const valid = await verifyAsync(data, trusted.key, Buffer.from(signature, 'base64'));
    if (valid) return undefined;
    return {
      kind: 'wrong_signature',
      reason: `its signature is not one of ${trusted.service} for this topic, key and value`,
    };
  };
}

/** A source whose handlers get verified messages only. Only `createVerifiedSource` makes one. */
export interface VerifiedEventSource extends EventSource {
  readonly verified: true;
}

/**
 * Verifies every message before its handler sees it. A message that the service of its topic has not signed becomes a dead letter,
 * and the messages after it are handled. The signatures of a batch are verified concurrently on the thread pool: about 230 µs of
 * CPU per message.
 */
export function createVerifiedSource(
  source: EventSource,
  publicKeys: ServicePublicKeys,
): VerifiedEventSource {
  const verify = createVerifier(publicKeys);

  const subscribe = (subscription: Subscription): ConsumerComponent => {
    const { group: consumer } = subscription;
    startAtZero('eventsRefused', { consumer: [consumer], reason: refusalKinds });

    const poisonOf = async (message: ReceivedMessage): Promise<Poison[]> => {
      const refusal = await verify(message);
      if (refusal === undefined) return [];
      // Counted when the dead letter is published: until then the batch is handled again.
      const onDeadLetter = (): void => count('eventsRefused', 1, { consumer, reason: refusal.kind });
      return [{ message, reason: refusal.reason, onDeadLetter }];
    };

    return source.subscribe({
      ...subscription,
      async handle(batch) {
        const poisons = (await Promise.all(batch.map(poisonOf))).flat();
        if (poisons.length > 0) throw new PoisonMessage(...poisons);
        await subscription.handle(batch);
      },
    });
  };

  return { subscribe, verified: true };
}
