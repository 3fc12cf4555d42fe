import { type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { type ServicePublicKeys, thumbprintOf } from '@patchbay/tokens/service-keys';
import { publisherOf } from '../topics.ts';
import type { ReceivedMessage } from '../transport.ts';
import { signatureHeaders } from './headers.ts';
import { signedBytes } from './signed-bytes.ts';

export const refusalKinds = ['unsigned', 'unknown_key', 'wrong_service', 'wrong_signature'] as const;

/** Why a message is not believed; `kind` is a label of a metric, `reason` stands in the dead letter. */
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
    verify(null, data, key, signature, done),
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
