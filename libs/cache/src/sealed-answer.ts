import { hash, hkdfSync } from 'node:crypto';
import { keyBytes, openBytes, sealBytes } from '@patchbay/sealing/aes-gcm';

/** A request that may be sent again under the same key. */
export interface RepeatableRequest {
  /** As the client chose it: the one secret that opens what is kept. */
  readonly key: string;
  /** Whose key it is and what for; the same key under another scope is another key. */
  readonly scope: readonly string[];
  /** What has to be the same for the first answer to be given again. */
  readonly body: string;
}

/** Where the answer to one request is kept, and how. */
export interface Seal {
  /** Says nothing about key or scope to someone who does not know them already. */
  readonly name: string;
  seal(answer: string): string;
  /** The answer, or undefined where it was the answer to another body. Throws `SealError` where it is none of ours. */
  open(sealed: string): string | undefined;
}

/** AES-256-GCM under a key that comes from the request's own by HKDF-SHA-256: who holds the store alone can open nothing. */
export function sealOf({ key, scope, body }: RepeatableRequest): Seal {
  const derive = (purpose: string): Buffer =>
    Buffer.from(
      hkdfSync('sha256', key, 'patchbay idempotency', JSON.stringify([purpose, ...scope]), keyBytes),
    );
  const name = derive('name').toString('base64url');
  const secret = derive('answer');
  // Bodies can be long, and hold secrets of their own.
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
