import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { thumbprintOf } from '@patchbay/tokens/service-keys';
import { canonicalForm } from '@patchbay/trail/canonical';
import type { Head } from './chain.ts';

export interface HeadOptions {
  /** Signs heads of chains. */
  readonly privateKey: KeyObject;
  /** Public keys of earlier ones, whose signatures still count. Default: none. */
  readonly earlierKeys?: readonly KeyObject[];
  /** Milliseconds between two publications. */
  readonly intervalMs: number;
}

/** Every key whose signatures count, the current one first. */
export const trustedKeysOf = ({
  privateKey,
  earlierKeys = [],
}: Pick<HeadOptions, 'privateKey' | 'earlierKeys'>): readonly KeyObject[] => [
  createPublicKey(privateKey),
  ...earlierKeys,
];

/** The signed statement: at this moment, the newest entry of this chain had this sequence and hash. */
export interface StatedHead extends Pick<Head, 'sequence' | 'hash'> {
  readonly organizationId: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly signedAt: string;
  /**
   * Also states that retention has removed the entries up to this one. It is signed too: published heads must not be usable to hide
   * the removal of the beginning of a trail.
   */
  readonly removed?: true;
}

export interface SignedHead extends StatedHead {
  /** Thumbprint of the public key. */
  readonly key: string;
  /** Ed25519, in base64. */
  readonly signature: string;
}

type Unsigned = Omit<SignedHead, 'signature'>;

/** Prefix of the signed bytes: separates these signatures from all others of the same key. */
const domain = 'patchbay chain head v1\n';

const signedBytes = (head: Unsigned): Buffer => Buffer.from(domain + canonicalForm(head), 'utf8');

const thumbprints = new WeakMap<KeyObject, string>();

/** The thumbprint of the public key of this key, computed once for each object. */
function keyIdOf(key: KeyObject): string {
  const known = thumbprints.get(key);
  if (known !== undefined) return known;
  const id = thumbprintOf(key.type === 'private' ? createPublicKey(key) : key);
  thumbprints.set(key, id);
  return id;
}

const unsigned = (
  { organizationId, sequence, hash, removed }: Omit<StatedHead, 'signedAt'>,
  privateKey: KeyObject,
  now: Date,
): Unsigned => ({
  organizationId,
  sequence,
  hash,
  ...(removed && { removed }),
  signedAt: now.toISOString(),
  key: keyIdOf(privateKey),
});

const lineOf = (head: Unsigned, signature: Buffer): string =>
  canonicalForm({ ...head, signature: signature.toString('base64') });

/** The head as one line of JSON, in RFC 8785 form. A kept line proves later what the chain was. */
export function signHead(stated: Omit<StatedHead, 'signedAt'>, privateKey: KeyObject, now: Date): string {
  const head = unsigned(stated, privateKey, now);
  return lineOf(head, sign(null, signedBytes(head), privateKey));
}

const signInPool = promisify(sign);
const verifyInPool = promisify(verify);

/** As `signHead`, on Node's thread pool: many heads do not block the event loop. */
export async function signHeadInPool(
  stated: Omit<StatedHead, 'signedAt'>,
  privateKey: KeyObject,
  now: Date,
): Promise<string> {
  const head = unsigned(stated, privateKey, now);
  return lineOf(head, await signInPool(null, signedBytes(head), privateKey));
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

interface Claim {
  readonly head: SignedHead;
  readonly bytes: Buffer;
  readonly key: KeyObject;
  readonly signature: Buffer;
}

/** The contents of a line, before its signature is verified. */
function claimOf(line: string, publicKeys: readonly KeyObject[]): Claim {
  let head: unknown;
  try {
    head = JSON.parse(line);
  } catch {
    throw new UntrustedHead('it is not JSON');
  }
  if (!isSignedHead(head)) throw new UntrustedHead('it is not a signed head');
  const { signature, ...stated } = head;
  const key = publicKeys.find((one) => keyIdOf(one) === stated.key);
  if (key === undefined) throw new UntrustedHead(`it is signed with an unknown key, ${stated.key}`);
  return { head, bytes: signedBytes(stated), key, signature: Buffer.from(signature, 'base64') };
}

function verified(head: SignedHead, valid: boolean): SignedHead {
  if (!valid) throw new UntrustedHead('its signature is not one of its key');
  return head;
}

/** Reads a line of `signHead`. Throws `UntrustedHead` unless one of the keys has signed it. */
export function readSignedHead(line: string, publicKeys: readonly KeyObject[]): SignedHead {
  const { head, bytes, key, signature } = claimOf(line, publicKeys);
  return verified(head, verify(null, bytes, key, signature));
}

/** As `readSignedHead`, on Node's thread pool. */
export async function readSignedHeadInPool(
  line: string,
  publicKeys: readonly KeyObject[],
): Promise<SignedHead> {
  const { head, bytes, key, signature } = claimOf(line, publicKeys);
  return verified(head, await verifyInPool(null, bytes, key, signature));
}
