import { randomUUID } from 'node:crypto';
import { createRedis } from '@patchbay/limits/redis';
import { createSharedCounts } from '@patchbay/limits/shared-counts';
import { createLog } from '@patchbay/testing/log';
import { testServers } from '@patchbay/testing/servers';
import { expect, it, onTestFinished } from 'vitest';
import type { Permitted } from '../request/stages.ts';
import { createRunningStreams } from './running-streams.ts';

const requestOf = (callerId: string) => ({ callerId, exchange: { response: {} } }) as Permitted;

/** A gateway as a process of its own has it: with its own connection and counters. */
async function startGateway(name: string) {
  const { logger } = createLog();
  const redis = createRedis({ urls: [testServers().redisUrl] }, logger);
  await redis.start?.();
  onTestFinished(() => redis.stop?.());
  const counts = createSharedCounts({ redis, logger });
  return {
    run: createRunningStreams(
      {
        perCaller: { name: `${name}:caller`, atOnce: 4 },
        perOrganization: { name: `${name}:organization`, atOnce: 6 },
        inAll: 60,
      },
      { counts },
    ),
    /** Resolves when Redis has done what this gateway has sent. */
    sent: () => redis.client.ping(),
  };
}

it.each([1, 3, 8])(
  '%i gateways together run the streamed answers of a caller and of an organization that one may',
  async (count) => {
    // The Redis of the run is shared by all tests.
    const name = `test-${randomUUID()}`;
    const gateways = await Promise.all(Array.from({ length: count }, () => startGateway(name)));
    const running = new Map<string, number>();
    const refusals: unknown[] = [];

    const begin = async (callerId: string, gateway: (typeof gateways)[number]): Promise<void> => {
      try {
        await gateway.run(requestOf(callerId), 'acme');
        running.set(callerId, (running.get(callerId) ?? 0) + 1);
      } catch (error) {
        refusals.push(error);
      }
      // What a refused one has taken is given back.
      await gateway.sent();
    };
    const beginAll = async (callerId: string): Promise<void> => {
      for (let round = 0; round < 8; round += 1)
        for (const gateway of gateways) await begin(callerId, gateway);
    };

    await beginAll('ada');
    // What is left of the six of the organization.
    await beginAll('grace');
    expect(Object.fromEntries(running)).toEqual({ ada: 4, grace: 2 });
    expect(refusals).toHaveLength(16 * count - 6);
    for (const error of refusals)
      expect(error).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 10 });
  },
);
