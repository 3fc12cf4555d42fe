import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** As Postgres does it itself. */
const iterations = 4096;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * A password as Postgres keeps it (RFC 5803), so that the password itself is in no statement: statements that fail are
 * written to the server's log. Printable ASCII only, where the RFC's normalisation changes nothing.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  if (!/^[\x20-\x7e]+$/.test(password)) throw new RangeError('a database password must be printable ASCII');
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
