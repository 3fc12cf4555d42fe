import { Failure } from '@patchbay/errors/failure';
import type { Exchange } from './exchange.ts';

/** Streamed answers at once, per user or API key. Each holds one of the gateway's connections to a service until its end. */
const maxPerCaller = 4;

/** Seconds. */
const retryAfterSeconds = 10;

/** Runs streamed answers, and refuses a caller who has too many of them running: others need the connections too. */
export function createRunningStreams(max = maxPerCaller) {
  const running = new Map<string, number>();
  return async (exchange: Exchange, send: () => Promise<void>): Promise<void> => {
    const { caller } = exchange;
    const key = caller?.type === 'api_key' ? caller.keyId : (caller?.userId ?? '');
    const count = running.get(key) ?? 0;
    if (count >= max) {
      throw new Failure('rate_limited', `At most ${max} streamed answers at once.`, { retryAfterSeconds });
    }
    running.set(key, count + 1);
    try {
      await send();
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    }
  };
}
