import { type Attempt, isUncertain } from './change.ts';

/** Something happened within it. Milliseconds since the epoch. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * After this an attempt without an answer is not executed any more: longer than the longest pause of a process, and longer
 * than the deadline of every call.
 */
export const executionMs = 40_000;

/** Clients and services have the clock of one machine; times of the database may be rounded to whole milliseconds. */
const roundingMs = 1;

/** When an attempt was executed, if it was. */
export const executionOf = (attempt: Attempt): Window => ({
  from: attempt.sentAt - roundingMs,
  to: attempt.endedAt + (isUncertain(attempt) ? executionMs : 0) + roundingMs,
});

export const isWithin = (at: number, { from, to }: Window): boolean => at >= from && at <= to;
