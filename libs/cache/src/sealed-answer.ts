import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

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
  /** The answer, or undefined where it was the answer to another body. Throws where it is none of ours. */
  open(sealed: string): string | undefined;
}

/** AES-256-GCM under a key that comes from the request's own by HKDF-SHA-256: who holds the store alone can open nothing. */
export function sealOf({ key, scope, body }: RepeatableRequest): Seal {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, 'patchbay idempotency', JSON.stringify([purpose, ...scope]), 32));
  const name = derive('name').toString('base64url');
  const secret = derive('answer');
  // Bodies can be long, and hold secrets of their own.
  const digest = hash('sha256', body, 'base64url');
  return {
    name,
    seal(answer) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(name));
      const text = Buffer.concat([cipher.update(digest + answer, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const iv = bytes.subarray(0, ivBytes);
      const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
      const opened = text.toString('utf8');
      return opened.startsWith(digest) ? opened.slice(digest.length) : undefined;
    },
  };
}
