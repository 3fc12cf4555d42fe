import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { internal } from '@patchbay/errors/failure';
import { isServiceName, type ServiceName } from '@patchbay/platform/services';

/** The Ed25519 pair that a service signs its caller tokens with. */
export interface CallerKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The public keys of every service that may call: one each, or several while a key is replaced. */
export type PublicKeys = ReadonlyMap<ServiceName, KeyObject | readonly KeyObject[]>;

/** One entry for each key of each service. */
export const listPublicKeys = (keys: PublicKeys): readonly (readonly [ServiceName, KeyObject])[] =>
  [...keys].flatMap(([service, given]) => [given].flat().map((key) => [service, key] as const));

const spkiOf = (publicKey: KeyObject): Buffer => publicKey.export({ type: 'spki', format: 'der' });

/** Bytes of the SHA-256 digest in a key id: it tells the keys of one service apart and proves nothing. */
const thumbprintBytes = 8;

/** The `kid` of a token: the service and a short thumbprint of its public key, so that a verifier finds the key among several. */
export const keyIdOf = (service: ServiceName, publicKey: KeyObject): string => {
  const digest = createHash('sha256').update(spkiOf(publicKey)).digest();
  return `${service}:${digest.subarray(0, thumbprintBytes).toString('base64url')}`;
};

/** A new pair, for the embedded platform, for tests and for setting up an environment. */
export const createCallerKeys = (): CallerKeys => generateKeyPairSync('ed25519');

/** `CALLER_PRIVATE_KEY`: base64 of the PKCS8 DER. */
export const formatPrivateKey = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** `CALLER_PUBLIC_KEYS`: `gateway:<base64 of the SPKI DER>,identity:…`. */
export const formatPublicKeys = (keys: PublicKeys): string =>
  listPublicKeys(keys)
    .map(([service, key]) => `${service}:${spkiOf(key).toString('base64')}`)
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

/** A service may be named several times, with its old and its new key. */
export function parsePublicKeys(text: string): ReadonlyMap<ServiceName, readonly KeyObject[]> {
  const keys = new Map<ServiceName, KeyObject[]>();
  for (const entry of text.split(',')) {
    const [name = '', encoded = ''] = entry.trim().split(':');
    if (!isServiceName(name))
      throw internal('must be a list of service:key pairs, each naming a known service');
    const problem = `must hold an Ed25519 public key for ${name}, base64 of its SPKI DER`;
    const read = (der: Buffer): KeyObject => createPublicKey({ key: der, type: 'spki', format: 'der' });
    const key = parseKey(encoded, read, problem);
    const others = keys.get(name) ?? [];
    if (others.some((other) => other.equals(key))) throw internal(`must name each key of ${name} once`);
    keys.set(name, [...others, key]);
  }
  return keys;
}
