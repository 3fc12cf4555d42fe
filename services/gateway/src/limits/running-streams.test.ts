import { describe, expect, it } from 'vitest';
import type { Exchange } from '../request/exchange.ts';
import { createRunningStreams } from './running-streams.ts';

const exchangeOf = (callerId: string) => ({ callerId, response: {} }) as Exchange;

const bounds = { perCaller: 2, perOrganization: 3, inAll: 5 };

/** Streams that run until `end` is called. */
const createRunning = () => {
  const run = createRunningStreams(bounds);
  const going = Promise.withResolvers<void>();
  const running: Promise<void>[] = [];
  return {
    begin: (userId: string, organizationId: string | undefined): void => {
      running.push(run(exchangeOf(userId), organizationId, () => going.promise));
    },
    /** Whether another one may run: it ends at once. */
    tryOne: (userId: string, organizationId: string | undefined) =>
      run(exchangeOf(userId), organizationId, async () => {}),
    end: async (): Promise<void> => {
      going.resolve();
      await Promise.all(running);
    },
  };
};

describe('streamed answers', () => {
  it('a caller may run a bounded number of streamed answers at once, and another when one has ended', async () => {
    const { begin, tryOne, end } = createRunning();
    begin('ada', 'acme');
    begin('ada', 'globex');
    await expect(tryOne('ada', 'initech')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 10,
    });
    await tryOne('grace', 'acme');
    await end();
    await tryOne('ada', 'initech');
  });

  it('an organization may run a bounded number of streamed answers at once, whoever calls', async () => {
    const { begin, tryOne, end } = createRunning();
    for (const userId of ['ada', 'grace', 'alan']) begin(userId, 'acme');
    await expect(tryOne('barbara', 'acme')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 10,
    });
    await tryOne('barbara', 'globex');
    await end();
    await tryOne('barbara', 'acme');
  });

  it('streamed answers without an organization share no bound of an organization', async () => {
    const { begin, tryOne, end } = createRunning();
    for (const userId of ['ada', 'grace', 'alan']) begin(userId, undefined);
    await expect(tryOne('barbara', undefined)).resolves.toBeUndefined();
    await end();
  });

  it('the process runs a bounded number of streamed answers at once', async () => {
    const { begin, tryOne, end } = createRunning();
    for (const userId of ['ada', 'grace', 'alan']) begin(userId, 'acme');
    for (const userId of ['barbara', 'edsger']) begin(userId, 'globex');
    await expect(tryOne('donald', 'initech')).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 10,
    });
    await end();
    await tryOne('donald', 'initech');
  });

  it('a streamed answer that failed does not count any more', async () => {
    const run = createRunningStreams({ perCaller: 1, perOrganization: 1, inAll: 1 });
    const reason = new Error('cut off');
    await expect(run(exchangeOf('ada'), 'acme', () => Promise.reject(reason))).rejects.toBe(reason);
    await run(exchangeOf('ada'), 'acme', async () => {});
  });
});
