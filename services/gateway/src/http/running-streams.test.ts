import { describe, expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { createRunningStreams } from './running-streams.ts';

const exchangeOf = (userId: string) => ({ caller: { type: 'user', userId } }) as Exchange;

describe('streamed answers', () => {
  it('run up to a number at once for each caller, and again when one has ended', async () => {
    const run = createRunningStreams(2);
    const going = Promise.withResolvers<void>();
    const running = [1, 2].map(() => run(exchangeOf('ada'), () => going.promise));
    await expect(run(exchangeOf('ada'), () => going.promise)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 10,
    });
    await run(exchangeOf('grace'), async () => {});
    going.resolve();
    await Promise.all(running);
    await run(exchangeOf('ada'), async () => {});
  });

  it('are counted no longer when they fail', async () => {
    const run = createRunningStreams(1);
    const reason = new Error('cut off');
    await expect(run(exchangeOf('ada'), () => Promise.reject(reason))).rejects.toBe(reason);
    await run(exchangeOf('ada'), async () => {});
  });
});
