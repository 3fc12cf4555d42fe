import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters that need no escaping in a link, a header or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What a token is found by, useless to whoever reads the database. */
export const digestOf = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());
