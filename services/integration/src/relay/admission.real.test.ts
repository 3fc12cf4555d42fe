import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Failure } from '@patchbay/errors/failure';
import { createRedis } from '@patchbay/limits/redis';
import { createSharedCounts } from '@patchbay/limits/shared-counts';
import { systemClock } from '@patchbay/runtime/clock';
import { startRedis } from '@patchbay/servers/redis';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createLog } from '@patchbay/testing/log';
import { testServers } from '@patchbay/testing/servers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Provider } from '../connector/provider.ts';
import { createCatalogue } from '../providers/catalogue.ts';
import { createRelay } from './relay.ts';
import {
  echoProvider,
  installed,
  integrationOf,
  requestOf,
  session,
  startProvider as startServer,
} from './steps/echo.fixture.ts';

/** An invented provider that answers when it is told to, and counts what it is asked. */
async function startProvider(use: Partial<Provider['use']> = {}) {
  const seen = { requests: 0, running: 0, most: 0 };
  let waiting: ServerResponse[] | undefined;
  const full = Promise.withResolvers<void>();
  const { origin, outgoing } = await startServer((_request, response) => {
    seen.requests += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    response.once('finish', () => {
      seen.running -= 1;
    });
    if (waiting === undefined) response.end('ok');
    else if (waiting.push(response) === 16) full.resolve();
  });
  // Counted by its name, in a Redis that all tests share.
  const provider = { ...echoProvider(use), provider: `echo-${randomUUID()}` };
  return {
    provider,
    installations: { [provider.provider]: installed(origin)['echo'] },
    outgoing,
    seen,
    /** From now on; resolves as soon as 16 requests wait. */
    hold: () => {
      waiting = [];
      return full.promise;
    },
    answerAll: () => {
      const held = waiting ?? [];
      waiting = undefined;
      for (const response of held) response.end('ok');
    },
  };
}

type Started = Awaited<ReturnType<typeof startProvider>>;

/** A relay as a process of its own has it: with its own connections and counters. */
async function startRelay(
  { provider, installations, outgoing }: Started,
  redisUrl: string = testServers().redisUrl,
) {
  const { logger } = createLog();
  const redis = createRedis({ urls: [redisUrl] }, logger);
  await redis.start?.();
  onTestFinished(() => redis.stop?.());
  const catalogue = createCatalogue([provider], installations);
  const counts = createSharedCounts({ redis, logger });
  const relay = createRelay({ installations, catalogue, counts, clock: systemClock });

  /** Resolves with the status of the answer, or `rate_limited`. */
  return async (integrationId: string, organizationId = 'o'): Promise<number | string> => {
    try {
      const { status, body } = await relay(
        {
          connectorOf: () => provider.connect({} as never),
          outgoing,
          named: () => {},
          tokens: {
            renew: () => expect.unreachable('the credentials last'),
            refused: () => expect.unreachable('the provider refuses no token'),
          },
          hold: () => ({ signal: new AbortController().signal, release: () => {} }),
          find: async () => integrationOf({ id: integrationId, provider: provider.provider }),
          note: () => expect.unreachable('reads are not noted'),
        },
        { caller: session, role: 'admin', organizationId },
        requestOf('GET a'),
        new AbortController().signal,
      );
      // Until the end of the answer: the turn is given back then.
      if (!Buffer.isBuffer(body)) for await (const _ of body);
      return status;
    } catch (error) {
      if (error instanceof Failure && error.code === 'rate_limited') return error.code;
      throw error;
    }
  };
}

type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Sends each request through the next one of so many relays. */
async function startRelays(started: Started, count: number): Promise<Relay> {
  const relays = await Promise.all(Array.from({ length: count }, () => startRelay(started)));
  let requests = 0;
  return (...request) => (relays[requests++ % count] as Relay)(...request);
}

const tally = (answers: readonly (number | string)[]) => ({
  answered: answers.filter((each) => each === 200).length,
  refused: answers.filter((each) => each === 'rate_limited').length,
});

/** Sends so many requests; the answers, and a promise that resolves as soon as so many are refused. */
function sendUntilRefused(send: () => Promise<number | string>, count: number, toRefuse: number) {
  const allRefused = Promise.withResolvers<void>();
  let refused = 0;
  const answers = Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await send();
      if (answer === 'rate_limited' && (refused += 1) === toRefuse) allRefused.resolve();
      return answer;
    }),
  );
  return { answers, allRefused: allRefused.promise };
}

describe('bounds over all processes of relay', () => {
  it.each([1, 3, 8])('%i processes run 16 requests of an integration at once, never 17', async (count) => {
    const started = await startProvider();
    const relay = await startRelays(started, count);
    const integrationId = randomUUID();
    const full = started.hold();
    const { answers, allRefused } = sendUntilRefused(() => relay(integrationId), 48, 32);
    await Promise.race([Promise.all([full, allRefused]), answers]);
    started.answerAll();
    expect(tally(await answers)).toEqual({ answered: 16, refused: 32 });
    expect(started.seen).toEqual({ requests: 16, running: 0, most: 16 });

    // Under load, in which turns are given back and taken all the time.
    const rounds = async () => {
      for (let round = 0; round < 8; round += 1) await relay(integrationId);
    };
    await Promise.all(Array.from({ length: 32 }, rounds));
    expect(started.seen.most).toBe(16);
  });

  it.each([1, 3, 8])(
    '%i processes send no more in a minute than the limit of the app, and equal parts of it',
    async (count) => {
      const started = await startProvider({ limitPerApp: { perMinute: 60 } });
      const relay = await startRelays(started, count);
      const sendAs = async (organizationId: string) => {
        const integrations = [randomUUID(), randomUUID()] as const;
        const answers = Array.from({ length: 24 }, (_, index) =>
          relay(integrations[index % 2 === 0 ? 0 : 1], organizationId),
        );
        return tally(await Promise.all(answers));
      };
      // All have asked before one of them may send what only it would have.
      for (const organizationId of ['one', 'two', 'three', 'four'])
        expect(await relay(randomUUID(), organizationId)).toBe(200);
      for (const organizationId of ['one', 'two', 'three', 'four'])
        expect(await sendAs(organizationId)).toEqual({ answered: 11, refused: 13 });
      // The part that stays free, and its end.
      expect(await sendAs('five')).toEqual({ answered: 10, refused: 14 });
      expect(await sendAs('six')).toEqual({ answered: 2, refused: 22 });
      expect(started.seen.requests).toBe(60);
    },
  );

  it('a request that is refused because 16 run does not count for the share', async () => {
    const started = await startProvider({ limitPerApp: { perMinute: 40 } });
    const relay = await startRelays(started, 1);
    const integrationId = randomUUID();
    const full = started.hold();
    const { answers, allRefused } = sendUntilRefused(() => relay(integrationId), 18, 2);
    await Promise.race([Promise.all([full, allRefused]), answers]);
    started.answerAll();
    await answers;
    const rest = Array.from({ length: 6 }, () => relay(randomUUID()));
    expect(tally(await Promise.all(rest))).toEqual({ answered: 4, refused: 2 });
  });

  it('while redis is away each process holds the limit of the app by itself, with what it has sent before', async () => {
    const directory = await createTemporaryDirectory();
    const server = await startRedis({ directory: directory.path });
    onTestFinished(async () => {
      await server.stop();
      await directory.remove();
    });
    const started = await startProvider({ limitPerApp: { perMinute: 40 } });
    const relays = [await startRelay(started, server.url), await startRelay(started, server.url)];
    const sendBy = async (relay: Relay, count: number) =>
      tally(await Promise.all(Array.from({ length: count }, () => relay(randomUUID()))));
    for (const relay of relays) expect(await sendBy(relay, 5)).toEqual({ answered: 5, refused: 0 });
    await server.kill();
    // An organization that is alone has half of the limit.
    for (const relay of relays) expect(await sendBy(relay, 18)).toEqual({ answered: 15, refused: 3 });
    expect(started.seen.requests).toBe(40);
  });
});
