import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** The default of Postgres (`scram_iterations`). */
const iterations = 4096;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The SCRAM-SHA-256 verifier of a password, as Postgres stores it (RFC 5803). Statements contain it instead of the
 * password, because Postgres logs failed statements. Printable ASCII only, because SASLprep leaves only that unchanged.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  if (!/^[\x20-\x7e]+$/.test(password)) throw new RangeError('a database password must be printable ASCII');
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
