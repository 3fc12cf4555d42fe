import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters that need no escaping in a link, a header or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 of a token. Only this is stored and looked up: the token cannot be derived from it. */
export const digestOf = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());
