import { randomUUID } from 'node:crypto';
import { createRedis } from '@patchbay/limits/redis';
import { createSharedCounts } from '@patchbay/limits/shared-counts';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { testServers } from '@patchbay/testing/servers';
import { expect, it, onTestFinished } from 'vitest';
import type { Permitted } from '../request/stages.ts';
import { createListTurns } from './list-turns.ts';

/** A gateway as a process of its own has it: with its own connection, counters and clock. */
async function startGateway() {
  const { logger } = createLog();
  const redis = createRedis({ urls: [testServers().redisUrl] }, logger);
  await redis.start?.();
  onTestFinished(() => redis.stop?.());
  const clock = createManualClock();
  return {
    takeListTurn: createListTurns({ counts: createSharedCounts({ redis, logger }), clock }),
    /** Lets what waits ask Redis again, and hear the answer. */
    async askAgain(): Promise<void> {
      await clock.advance(50);
      await redis.client.ping();
      await new Promise(setImmediate);
    },
    ping: () => redis.client.ping(),
  };
}

it.each([1, 3, 8])(
  '%i gateways together run one list of an organization at a time, and answer all of them',
  async (count) => {
    // The Redis of the run is shared by all tests.
    const orgSlug = `acme-${randomUUID()}`;
    const gateways = await Promise.all(Array.from({ length: count }, startGateway));
    const signal = new AbortController().signal;
    const answered: string[] = [];
    let running = 0;
    let most = 0;
    const list = async (gateway: (typeof gateways)[number], callerId: string) => {
      const request = { callerId, params: { orgSlug }, exchange: { response: {}, signal } };
      const turn = await gateway.takeListTurn(request as unknown as Permitted, 'organization');
      running += 1;
      most = Math.max(most, running);
      await gateway.ping();
      running -= 1;
      answered.push(callerId);
      turn[Symbol.dispose]();
    };
    const lists = gateways.flatMap((gateway) => ['ada', 'grace', 'alan'].map((who) => list(gateway, who)));
    const all = Promise.all(lists);
    while (answered.length < lists.length) for (const gateway of gateways) await gateway.askAgain();
    await all;
    expect(most).toBe(1);
  },
);
