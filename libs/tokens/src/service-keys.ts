import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { internal } from '@patchbay/errors/failure';
import { isServiceName, type ServiceName } from '@patchbay/platform/services';

/** An Ed25519 pair that a service signs with. */
export interface ServiceKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Public keys by service; several of one service while a key is being replaced, and for what an earlier one has signed. */
export type ServicePublicKeys = ReadonlyMap<ServiceName, readonly KeyObject[]>;

/** A new pair, for the embedded platform, for tests and for setting up an environment. */
export const createServiceKeys = (): ServiceKeys => generateKeyPairSync('ed25519');

/** The public keys of the named services, one each. */
export const publicKeysOf = <Name extends ServiceName>(
  names: readonly Name[],
  keys: Readonly<Record<Name, ServiceKeys>>,
): ServicePublicKeys => new Map(names.map((name) => [name, [keys[name].publicKey]]));

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** Base64 of the PKCS8 DER. */
export const formatPrivateKey = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** Base64 of the SPKI DER. */
export const formatPublicKey = (key: KeyObject): string => spkiOf(key).toString('base64');

/** Tells keys apart: 96 bits of the SHA-256 of the public key, as 16 characters of base64url. */
export const thumbprintOf = (key: KeyObject): string =>
  createHash('sha256').update(spkiOf(key)).digest().subarray(0, 12).toString('base64url');

/** The error never contains `text`, which may be a private key. */
function parseKey(text: string, read: (der: Buffer) => KeyObject, problem: string): KeyObject {
  let key: KeyObject;
  try {
    key = read(Buffer.from(text, 'base64'));
  } catch {
    throw internal(problem);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw internal(problem);
  return key;
}

export const parsePrivateKey = (text: string): KeyObject =>
  parseKey(
    text.trim(),
    (key) => createPrivateKey({ key, type: 'pkcs8', format: 'der' }),
    'must be an Ed25519 private key, base64 of its PKCS8 DER',
  );

const readPublicKey = (der: Buffer): KeyObject => createPublicKey({ key: der, type: 'spki', format: 'der' });

/** Keys in the format of `formatPublicKey`, comma-separated. */
export const parsePublicKeys = (text: string): readonly KeyObject[] =>
  text
    .split(',')
    .map((key) =>
      parseKey(key.trim(), readPublicKey, 'must hold Ed25519 public keys, base64 of their SPKI DER'),
    );

/** The keys of `gateway:<base64 of the SPKI DER>,identity:…`, in this order; a service may be named several times. */
function parseNamedKeys(text: string): readonly (readonly [ServiceName, KeyObject])[] {
  return text.split(',').map((entry) => {
    const [name = '', key = ''] = entry.trim().split(':');
    if (!isServiceName(name))
      throw internal('must be a list of service:key pairs, each naming a known service');
    const problem = `must hold an Ed25519 public key for ${name}, base64 of its SPKI DER`;
    return [name, parseKey(key, readPublicKey, problem)];
  });
}

export function parseServicePublicKeys(text: string): ServicePublicKeys {
  const keys = new Map<ServiceName, KeyObject[]>();
  for (const [name, key] of parseNamedKeys(text)) {
    const others = keys.get(name) ?? [];
    if (others.some((other) => other.equals(key))) throw internal(`must name each key of ${name} once`);
    keys.set(name, [...others, key]);
  }
  return keys;
}

/** In the format of `EVENT_VERIFYING_KEYS`. */
export const formatServicePublicKeys = (keys: ServicePublicKeys): string =>
  [...keys].flatMap(([name, all]) => all.map((key) => `${name}:${formatPublicKey(key)}`)).join(',');
