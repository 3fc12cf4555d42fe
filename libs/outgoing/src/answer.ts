import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { systemClock } from '@patchbay/runtime/clock';
import type { OutgoingAnswer } from './outgoing.ts';

const maxMs = 24 * 60 * 60 * 1000;

/** A wait that a host asked for, as far as it is followed: nothing is put off for longer than a day because of an answer. */
export const boundedWaitMs = (ms: number): number => Math.min(Math.max(0, ms), maxMs);

/**
 * Milliseconds that the `Retry-After` header of an answer asks for, at most 24 hours; undefined without a valid one. It has
 * seconds or an HTTP date.
 */
export function retryAfterMs(
  { headers }: Pick<OutgoingAnswer, 'headers'>,
  now: Date = systemClock.now(),
): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Date.parse(/^[A-Z][a-z]+, .* GMT$/.test(value) ? value : '') - now.getTime();
  return Number.isNaN(ms) ? undefined : boundedWaitMs(ms);
}

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

const utf8 = new TextDecoder();

/**
 * The text of a body, without a byte order mark. Requests ask for no compression; a host that compresses all the same is decoded.
 * Rejects if the result exceeds `maxBytes` (`ERR_BUFFER_TOO_LARGE`) or the coding is unknown or damaged.
 */
export async function decodeBody(
  body: Buffer,
  coding: string | undefined,
  maxBytes: number,
): Promise<string> {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity' || body.length === 0) return utf8.decode(body);
  const decode = decoders.get(name);
  if (decode === undefined)
    throw Object.assign(new Error('unknown content coding'), { code: 'CONTENT_CODING' });
  return utf8.decode(await decode(body, { maxOutputLength: maxBytes }));
}
