import { hash, hkdfSync } from 'node:crypto';
import { keyBytes, openBytes, sealBytes } from '@patchbay/sealing/aes-gcm';

/** A request that may be sent again under the same key. */
export interface RepeatableRequest {
  /** Chosen by the client; the secret from which the encryption key is derived. */
  readonly key: string;
  /** The caller and the operation. The same key in another scope is another key. */
  readonly scope: readonly string[];
  /** Must equal the body of the first request, or else its answer is not returned. */
  readonly body: string;
}

/** The storage name of the answer to one request, and its encryption. */
export interface Seal {
  /** Derived by HKDF: it reveals neither key nor scope. */
  readonly name: string;
  seal(answer: string): string;
  /** The answer; undefined if it belongs to another body. Throws `SealError` if it was sealed with another key or scope. */
  open(sealed: string): string | undefined;
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
  const name = derive('name').toString('base64url');
  const secret = derive('answer');
  // A digest, because bodies can be long and contain secrets.
  const digest = hash('sha256', body, 'base64url');
  return {
    name,
    seal: (answer) => sealBytes(secret, digest + answer, name).toString('base64url'),
    open(sealed) {
      const opened = openBytes(secret, Buffer.from(sealed, 'base64url'), name).toString();
      return opened.startsWith(digest) ? opened.slice(digest.length) : undefined;
    },
  };
}
