import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { internal } from '@patchbay/errors/failure';
import { calledBy, isServiceName, type ServiceName, trustedBy } from '@patchbay/platform/services';

/** Bytes of a key that a calling and a called service share. */
const keyBytes = 32;

/** Keys by the other service of the pair; several with one service while a key is being replaced. */
export type PairKeys = ReadonlyMap<ServiceName, readonly KeyObject[]>;

/** A new key, for the embedded platform, for tests and for setting up an environment. */
export const createPairKey = (): KeyObject => createSecretKey(randomBytes(keyBytes));

/** Tells keys apart without revealing them: 96 bits of an HMAC, as 16 characters of base64url. */
export const pairKeyIdOf = (key: KeyObject): string =>
  createHmac('sha256', key).update('patchbay pair key id').digest().subarray(0, 12).toString('base64url');

/**
 * Base64 as `openssl rand -base64 32` writes it. Decoding alone would ignore characters that do not belong there and the two unused
 * bits of the last one: these must be 0, so that no key has two texts and equal keys are found by comparing texts.
 */
const keyFormat = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** The error never contains the text, which may be a key. */
function parsePairKey(text: string, name: ServiceName): KeyObject {
  if (!keyFormat.test(text)) throw internal(`must hold a key for ${name}, base64 of ${keyBytes} bytes`);
  return createSecretKey(Buffer.from(text, 'base64'));
}

/**
 * The keys of `gateway:<base64>,identity:…`; a service may be named several times. Refuses a key that is there twice: with one key
 * for two pairs a service could forge the tokens of another one.
 */
export function parsePairKeys(text: string): PairKeys {
  const keys = new Map<ServiceName, KeyObject[]>();
  for (const entry of text.split(',')) {
    const [name, ...key] = entry.trim().split(':');
    if (!isServiceName(name))
      throw internal('must be a list of service:key pairs, each naming a known service');
    const parsed = parsePairKey(key.join(':'), name);
    if ([...keys.values()].flat().some((other) => other.equals(parsed)))
      throw internal(`must hold a key for ${name} that it holds nowhere else`);
    keys.set(name, [...(keys.get(name) ?? []), parsed]);
  }
  return keys;
}

/** In the format of `CALLING_KEYS` and `CALLER_KEYS`. */
export const formatPairKeys = (keys: PairKeys): string =>
  [...keys]
    .flatMap(([name, all]) => all.map((key) => `${name}:${key.export().toString('base64')}`))
    .join(',');

/** The keys of all pairs of an environment. */
interface KeysOfPairs {
  /** Of the calls of a service, by the called one. */
  calling(from: ServiceName, called?: readonly ServiceName[]): PairKeys;
  /** Of the calls to a service, by the calling one. */
  callers(to: ServiceName, callers?: readonly ServiceName[]): PairKeys;
}

/** A new key for each pair and direction. */
export function createKeysOfPairs(): KeysOfPairs {
  const keys = new Map<string, KeyObject>();
  const keyOf = (from: ServiceName, to: ServiceName): KeyObject => {
    const pair = `${from} ${to}`;
    const key = keys.get(pair) ?? createPairKey();
    keys.set(pair, key);
    return key;
  };
  return {
    calling: (from, called = calledBy(from)) => new Map(called.map((to) => [to, [keyOf(from, to)]])),
    callers: (to, callers = trustedBy(to)) => new Map(callers.map((from) => [from, [keyOf(from, to)]])),
  };
}
