import { createManualClock } from '@patchbay/runtime/manual-clock';
import { buildConnector, Pool } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { failure } from './client.fixture.ts';
import { exchange } from './exchange.ts';
import { startWebServer } from './web-server.fixture.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

describe('a request whose connection is not established yet', () => {
  it.each(['canceled', 'timeout'] as const)(
    'a request that has ended before its connection is established is not sent: %s',
    async (reason) => {
      const server = await startWebServer();
      const gate = Promise.withResolvers<void>();
      const connect = buildConnector({});
      const dispatcher = new Pool(server.origin, {
        connections: 1,
        connect: (options, callback) => void gate.promise.then(() => connect(options, callback)),
      });
      ends.push(
        () => dispatcher.destroy(),
        () => server.stop(),
      );
      const controller = new AbortController();
      const clock = createManualClock();
      const send = (path: string) =>
        exchange({
          dispatcher,
          host: 'api.example',
          request: { method: 'POST', path },
          timeoutMs: 10_000,
          signal: controller.signal,
          maxAnswerBytes: 1_000,
          clock,
        });

      const ended = send('/ended').catch((error: unknown) => error);
      if (reason === 'canceled') controller.abort();
      else await clock.advance(10_000);
      expect(await ended).toEqual(failure(reason));

      const next = send('/next');
      gate.resolve();
      expect(await next).toMatchObject({ status: 200 });
      expect(server.requests.map(({ path }) => path)).toEqual(['/next']);
    },
  );
});
