import { randomFillSync } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

const acceptable = /^[A-Za-z0-9._-]{1,128}$/;

/** Random bytes of the next ids. Drawn for 256 at once: a call for the 16 bytes of one takes longer than the rest of a request id. */
const bytesOfId = 16;
const pool = new Uint8Array(256 * bytesOfId);
let used = pool.length;

function randomBytesOfId(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytesOfId;
  return pool.subarray(used - bytesOfId, used);
}

/** Keeps an incoming id that is safe in log lines, so that callers can find their requests; replaces any other. */
export const requestIdFrom = (incoming: string | string[] | undefined): string =>
  typeof incoming === 'string' && acceptable.test(incoming)
    ? incoming
    : uuidv7({ random: randomBytesOfId() });
