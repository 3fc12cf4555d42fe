import type { OutgoingAnswer } from './outgoing.ts';

/** Nothing is put off for longer than a day because of a header. */
const maxMs = 24 * 60 * 60 * 1000;

/**
 * Milliseconds that the `Retry-After` header of an answer asks for, at most 24 hours; undefined without a valid one. It has
 * seconds or an HTTP date. `now` is the time of day in milliseconds.
 */
export function retryAfterMs(
  { headers }: Pick<OutgoingAnswer, 'headers'>,
  now: number = Date.now(),
): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : Date.parse(/^[A-Z][a-z]+, .* GMT$/.test(value) ? value : '') - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxMs);
}
