import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /** What is waited for, for the message of a test that fails. */
  readonly what: string;
  /** Default 10 s: far more than it takes, so that only what never happens fails. */
  readonly timeoutMs?: number;
  /** Between two looks. Default 25 ms. */
  readonly intervalMs?: number;
}

type Falsy = undefined | null | false | 0 | '';

/** Looks until `condition` gives something, and resolves with that. A condition that throws counts as not yet. */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { what, timeoutMs = 10_000, intervalMs = 25 }: WaitOptions,
): Promise<Exclude<T, Falsy>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let reason: Error | undefined;
    try {
      const result = await condition();
      if (result) return result as Exclude<T, Falsy>;
    } catch (error) {
      reason = error instanceof Error ? error : new Error('it threw something else', { cause: error });
    }
    if (performance.now() > deadline) {
      const because = reason === undefined ? '' : `: ${reason.message}`;
      throw new Error(`waited ${timeoutMs} ms in vain for ${what}${because}`, { cause: reason });
    }
    await sleep(intervalMs);
  }
}
