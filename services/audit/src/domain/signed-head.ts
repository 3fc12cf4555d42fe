import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { thumbprintOf } from '@patchbay/tokens/service-keys';
import { canonicalForm } from './canonical.ts';
import type { Head } from './chain.ts';

/** What a signature states: at this moment, the newest entry of this chain had this sequence and hash. */
export interface StatedHead extends Pick<Head, 'sequence' | 'hash'> {
  readonly organizationId: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly signedAt: string;
}

export interface SignedHead extends StatedHead {
  /** Thumbprint of the public key. */
  readonly key: string;
  /** Ed25519, in base64. */
  readonly signature: string;
}

/** In front of what is signed: separates these signatures from all others that a key could ever make. */
const domain = 'patchbay chain head v1\n';

const signedBytes = (head: Omit<SignedHead, 'signature'>): Buffer =>
  Buffer.from(domain + canonicalForm(head), 'utf8');

/** The head as one line of JSON, in RFC 8785 form: whoever keeps it can show later what the chain was. */
export function signHead(
  { organizationId, sequence, hash }: Omit<StatedHead, 'signedAt'>,
  privateKey: KeyObject,
  now: Date,
): string {
  const key = thumbprintOf(createPublicKey(privateKey));
  const head = { organizationId, sequence, hash, signedAt: now.toISOString(), key };
  return canonicalForm({
    ...head,
    signature: sign(null, signedBytes(head), privateKey).toString('base64'),
  });
}

const isSignedHead = (value: unknown): value is SignedHead => {
  const { organizationId, sequence, hash, signedAt, key, signature } = (value ?? {}) as Partial<SignedHead>;
  return (
    Number.isSafeInteger(sequence) &&
    [organizationId, hash, signedAt, key, signature].every((text) => typeof text === 'string')
  );
};

/** A line that is no signed head of this installation; the message says why. */
export class UntrustedHead extends Error {
  override readonly name = 'UntrustedHead';
}

/** Reads a line of `signHead`. Throws `UntrustedHead` unless one of the keys has signed it. */
export function readSignedHead(line: string, publicKeys: readonly KeyObject[]): SignedHead {
  let head: unknown;
  try {
    head = JSON.parse(line);
  } catch {
    throw new UntrustedHead('it is not JSON');
  }
  if (!isSignedHead(head)) throw new UntrustedHead('it is not a signed head');
  const { signature, ...stated } = head;
  const key = publicKeys.find((one) => thumbprintOf(one) === head.key);
  if (key === undefined) throw new UntrustedHead(`it is signed with an unknown key, ${head.key}`);
  if (!verify(null, signedBytes(stated), key, Buffer.from(signature, 'base64')))
    throw new UntrustedHead('its signature is not one of its key');
  return head;
}
