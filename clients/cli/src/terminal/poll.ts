import { type CallOptions, PatchbayError } from '@patchbay/client';
import { Failure, usageFailure } from '../failure.ts';
import { cleanLine } from '../text/clean.ts';
import type { Io } from './io.ts';

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `30`, `30s`, `5m` or `2h`. */
export function durationMs(flag: string, text: string, leastMs = 0): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit] ?? 0);
  // A timer of Node has 31 bits.
  if (!(ms >= leastMs && ms < 2 ** 31))
    throw usageFailure(
      `--${flag} takes a time such as 30s, 5m or 2h${leastMs > 0 ? `, ${leastMs / 1000}s at least` : ''}.`,
    );
  return ms;
}

export interface PollOptions {
  readonly intervalMs: number;
  /** Default: without end. */
  readonly timeoutMs?: number | undefined;
  /** The error message of the timeout. */
  readonly late?: () => string;
  /** Called when an outage begins and when it ends. */
  readonly say: (line: string) => void;
}

const longestBackoffMs = 30_000;
const requestTimeoutMs = 30_000;
/** Also where the time is nearly up: an answer that comes late is better than none. */
const leastRequestMs = 10_000;

/** Whether the same request may succeed later. */
const isOutage = (error: unknown): error is PatchbayError =>
  error instanceof PatchbayError && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Asks until there is an answer other than undefined; `ask` passes the options on to its requests, which are not repeated otherwise. In an outage of the network or the server it asks less and less often; any other
 * error ends it.
 */
export async function poll<T>(
  { signal, clock }: Io,
  { intervalMs, timeoutMs = Number.POSITIVE_INFINITY, late = () => 'The time is up.', say }: PollOptions,
  ask: (options: CallOptions) => Promise<T | undefined>,
): Promise<T> {
  const end = clock.uptime() + timeoutMs;
  for (let failures = 0; ; ) {
    let waitMs = intervalMs;
    try {
      const requestMs = Math.max(leastRequestMs, Math.min(requestTimeoutMs, end - clock.uptime()));
      const answer = await ask({ retries: 0, timeoutMs: requestMs });
      if (failures > 0) say('The connection is back.');
      failures = 0;
      if (answer !== undefined) return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isOutage(error)) throw error;
      failures += 1;
      if (failures === 1) say(`${cleanLine(error.message)} Trying again until it works.`);
      const backoffMs = Math.min(longestBackoffMs, intervalMs * 2 ** failures * (0.5 + Math.random() / 2));
      waitMs = Math.max(backoffMs, (error.retryAfter ?? 0) * 1_000);
    }
    const leftMs = end - clock.uptime();
    if (leftMs <= 0) throw new Failure(late());
    await clock.sleep(Math.min(waitMs, leftMs), signal);
    signal.throwIfAborted();
  }
}
