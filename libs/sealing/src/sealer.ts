import { randomBytes } from 'node:crypto';
import { type Key, keyBytes, openBytes, preparedKey, SealError, sealBytes } from './aes-gcm.ts';

/** AES-256-GCM with a list of keys. Sealed text has the form `keyId.base64url(iv | tag | ciphertext)`. */
export interface Sealer {
  /** The id of the key that seals. Values of other keys should be resealed. */
  readonly keyId: string;
  /**
   * Seals with the first key. The associated data names the purpose and the record of the value; it is not stored, and
   * `open` fails with any other.
   */
  seal(plaintext: string | Uint8Array, associatedData: string): string;
  /** Throws `SealError` if the key is unknown, the text was altered or the associated data differs. */
  open(sealed: string, associatedData: string): Buffer;
}

export interface SealingKey {
  /** Letters, digits, `-` and `_`; stored with each value, so an id must never be reused for another key. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

const idPattern = /^[\w-]{1,64}$/;

/** The id of the key that a value was sealed with; it tells which values to reseal after a rotation. */
export const keyIdOf = (sealed: string): string => sealed.slice(0, Math.max(sealed.indexOf('.'), 0));

function ringOf(keys: readonly SealingKey[]): { firstId: string; firstKey: Key; byId: Map<string, Key> } {
  const [first] = keys;
  if (first === undefined) throw new SealError('there is no sealing key');
  const byId = new Map<string, Key>();
  for (const { id, key } of keys) {
    if (!idPattern.test(id)) throw new SealError('a sealing key has no usable id');
    if (byId.has(id)) throw new SealError(`two sealing keys have the id ${id}`);
    if (key.length !== keyBytes) throw new SealError(`sealing key ${id} is not ${keyBytes} bytes long`);
    byId.set(id, preparedKey(key));
  }
  return { firstId: first.id, firstKey: preparedKey(first.key), byId };
}

/** The first key seals, all keys open. docs/keys.md says how to rotate them. */
export function createSealer(keys: readonly SealingKey[]): Sealer {
  const { firstId, firstKey, byId } = ringOf(keys);
  return {
    keyId: firstId,
    seal: (plaintext, associatedData) =>
      `${firstId}.${sealBytes(firstKey, plaintext, associatedData).toString('base64url')}`,
    open(sealed, associatedData) {
      const id = keyIdOf(sealed);
      const key = byId.get(id);
      if (key === undefined) throw new SealError('the key that sealed this is not in the ring');
      return openBytes(key, Buffer.from(sealed.slice(id.length + 1), 'base64url'), associatedData);
    },
  };
}

/** Reads `id:base64,…`, as `SEALING_KEYS` holds it. Messages name keys by id or position, never by value. */
export function parseSealingKeys(text: string): SealingKey[] {
  const keys = text.split(',').map((item, index): SealingKey => {
    const [id = '', base64, ...rest] = item.trim().split(':');
    if (!idPattern.test(id) || base64 === undefined || rest.length > 0) {
      throw new SealError(`sealing key ${index + 1} is not of the form id:base64`);
    }
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new SealError(`sealing key ${id} is not base64`);
    return { id, key: Buffer.from(base64, 'base64') };
  });
  ringOf(keys);
  return keys;
}

/** A new key, in the form that `parseSealingKeys` reads. */
export const generateSealingKey = (id: string = randomBytes(4).toString('hex')): string =>
  `${id}:${randomBytes(keyBytes).toString('base64')}`;
