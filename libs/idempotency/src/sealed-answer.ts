import { hash, hkdfSync } from 'node:crypto';
import { keyBytes, openBytes, sealBytes } from '@patchbay/sealing/aes-gcm';

/** A request that may be sent again under the same key. */
export interface RepeatableRequest {
  /** Chosen by the client; the secret from which the encryption key is derived. */
  readonly key: string;
  /** The caller and what is called. The same key in another scope is another key. */
  readonly scope: readonly string[];
  /** Identifies the body. Must equal that of the first request, or else its answer is not returned. */
  readonly body: string;
}

/** The storage name of the answer to one request, and its encryption. */
export interface Seal {
  /** Derived by HKDF: it reveals neither key nor scope. */
  readonly name: Buffer;
  readonly seal: (answer: Uint8Array) => Buffer;
  /** The answer; undefined if it belongs to another body. Throws `SealError` if it was sealed with another key or scope. */
  readonly open: (sealed: Buffer) => Buffer | undefined;
}

/**
 * AES-256-GCM with a key derived from the idempotency key by HKDF-SHA-256: access to the store alone decrypts no answer,
 * unless the idempotency key can be guessed (HKDF does not slow down guessing).
 */
export function sealOf({ key, scope, body }: RepeatableRequest): Seal {
  const derive = (purpose: string): Buffer =>
    Buffer.from(
      hkdfSync('sha256', key, 'patchbay idempotency', JSON.stringify([purpose, ...scope]), keyBytes),
    );
  const name = derive('name');
  const associatedData = name.toString('base64url');
  const secret = derive('answer');
  // Sealed together with the answer: the digest of a short body, such as an email address, could be guessed.
  const digest = hash('sha256', body, 'buffer');
  return {
    name,
    seal: (answer) => sealBytes(secret, Buffer.concat([digest, answer]), associatedData),
    open(sealed) {
      const opened = openBytes(secret, sealed, associatedData);
      return opened.subarray(0, digest.length).equals(digest) ? opened.subarray(digest.length) : undefined;
    },
  };
}
