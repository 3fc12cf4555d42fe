import type { OutgoingAnswer } from './outgoing.ts';

const maxMs = 24 * 60 * 60 * 1000;

/** A wait that a host asked for, as far as it is followed: nothing is put off for longer than a day because of an answer. */
export const boundedWaitMs = (ms: number): number => Math.min(Math.max(0, ms), maxMs);

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
  return Number.isNaN(ms) ? undefined : boundedWaitMs(ms);
}
