import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { internal } from '@patchbay/errors/failure';
import { isServiceName, type ServiceName } from '@patchbay/platform/services';

/** The Ed25519 pair that a service signs its caller tokens with. */
export interface CallerKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The public keys of every service that may call. */
export type PublicKeys = ReadonlyMap<ServiceName, KeyObject>;

/** A new pair, for the embedded platform, for tests and for setting up an environment. */
export const createCallerKeys = (): CallerKeys => generateKeyPairSync('ed25519');

/** `CALLER_PRIVATE_KEY`: base64 of the PKCS8 DER. */
export const formatPrivateKey = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** `CALLER_PUBLIC_KEYS`: `gateway:<base64 of the SPKI DER>,identity:…`. */
export const formatPublicKeys = (keys: PublicKeys): string =>
  [...keys]
    .map(([service, key]) => `${service}:${key.export({ type: 'spki', format: 'der' }).toString('base64')}`)
    .join(',');

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

export function parsePublicKeys(text: string): PublicKeys {
  const keys = new Map<ServiceName, KeyObject>();
  for (const entry of text.split(',')) {
    const [name = '', key = ''] = entry.trim().split(':');
    if (!isServiceName(name))
      throw internal('must be a list of service:key pairs, each naming a known service');
    if (keys.has(name)) throw internal(`must name ${name} once`);
    const problem = `must hold an Ed25519 public key for ${name}, base64 of its SPKI DER`;
    keys.set(
      name,
      parseKey(key, (der) => createPublicKey({ key: der, type: 'spki', format: 'der' }), problem),
    );
  }
  return keys;
}
