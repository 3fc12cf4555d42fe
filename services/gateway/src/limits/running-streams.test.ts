import { describe, expect, it } from 'vitest';
import type { Permitted } from '../request/stages.ts';
import { createRunningStreams, type StreamBounds } from './running-streams.ts';

const requestOf = (callerId: string) => ({ callerId, exchange: { response: {} } }) as Permitted;

const bounds = {
  perCaller: { name: 'per caller', atOnce: 2 },
  perOrganization: { name: 'per organization', atOnce: 3 },
  inAll: 8,
};

/** Streams that run until `end` is called. */
const createRunning = (changed: Partial<StreamBounds> = {}) => {
  const run = createRunningStreams({ ...bounds, ...changed });
  const all = new DisposableStack();
  const begin = async (userId: string, organizationId: string | undefined): Promise<void> =>
    void all.use(await run(requestOf(userId), organizationId));
  /** Whether another one may run: it ends at once. */
  const tryOne = async (userId: string, organizationId: string | undefined): Promise<void> => {
    const stream = await run(requestOf(userId), organizationId);
    stream[Symbol.dispose]();
  };
  return { begin, tryOne, end: () => all.dispose() };
};

describe('streamed answers', () => {
  it('a caller may run a bounded number of streamed answers at once, and another when one has ended', async () => {
    const { begin, tryOne, end } = createRunning();
    await begin('ada', 'acme');
    await begin('ada', 'globex');
    await expect(tryOne('ada', 'initech')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 10,
    });
    await tryOne('grace', 'acme');
    end();
    await tryOne('ada', 'initech');
  });

  it('an organization may run a bounded number of streamed answers at once, whoever calls', async () => {
    const { begin, tryOne, end } = createRunning();
    for (const userId of ['ada', 'grace', 'alan']) await begin(userId, 'acme');
    await expect(tryOne('barbara', 'acme')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 10,
    });
    await tryOne('barbara', 'globex');
    end();
    await tryOne('barbara', 'acme');
  });

  it('streamed answers without an organization share no bound of an organization', async () => {
    const { begin, tryOne } = createRunning();
    for (const userId of ['ada', 'grace', 'alan']) await begin(userId, undefined);
    await expect(tryOne('barbara', undefined)).resolves.toBeUndefined();
  });

  it('the process runs a bounded number of streamed answers at once', async () => {
    const { begin, tryOne, end } = createRunning({ inAll: 3 });
    for (const organization of ['acme', 'globex', 'initech'])
      await begin('ada of ' + organization, organization);
    await expect(tryOne('donald', 'hooli')).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 10,
    });
    end();
    await tryOne('donald', 'hooli');
  });

  it('an organization begins another streamed answer only while fewer of its own run than places are free', async () => {
    const { begin } = createRunning({
      perCaller: { name: 'per caller', atOnce: 100 },
      perOrganization: { name: 'per organization', atOnce: 100 },
      inAll: 12,
    });
    const beginAll = async (organization: string): Promise<number> => {
      for (let count = 0; ; count += 1) {
        const failure = await begin('ada', organization).catch((error: unknown) => error);
        if (failure === undefined) continue;
        expect(failure).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 10 });
        return count;
      }
    };
    expect(await beginAll('acme')).toBe(6);
    expect(await beginAll('globex')).toBe(3);
    expect(await beginAll('acme')).toBe(0);
    expect(await beginAll('initech')).toBe(2);
    await expect(begin('ada', 'hooli')).resolves.toBeUndefined();
  });
});
