import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /** Names the condition in the error message. */
  readonly what: string;
  /** Default 120 s: a bound for tests that hang, so that no test fails because the machine is slow. */
  readonly timeoutMs?: number | undefined;
  /** Poll interval. Default 25 ms. */
  readonly intervalMs?: number;
}

type Falsy = undefined | null | false | 0 | '';

/** Polls `condition` until it returns something truthy, and resolves with that. An exception counts as falsy. */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { what, timeoutMs = 120_000, intervalMs = 25 }: WaitOptions,
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
