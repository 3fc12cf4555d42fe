import { once } from 'node:events';
import { connect } from 'node:net';
import type { HandlerContext } from '@connectrpc/connect';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bearer, startGateway } from '../testing/gateway.ts';
import { openRequest } from '../testing/open-request.ts';
import { session, user } from '../testing/values.ts';

const warningsAndErrors = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ level }) => level === 'warn' || level === 'error');
const isAnswered = ({ msg }: Record<string, unknown>): boolean => msg === 'request answered';
const outcomesIn = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(isAnswered).map(({ operation, status }) => ({ operation, status }));

/** A handler that blocks until `goOn()`; `begun` resolves with its signal when it is called. */
function blockingHandler<Answer>(answer: Answer) {
  const begun = Promise.withResolvers<AbortSignal>();
  const going = Promise.withResolvers<void>();
  let done = false;
  return {
    begun: begun.promise,
    goOn: () => going.resolve(),
    isDone: () => done,
    work: async (_request: unknown, { signal }: HandlerContext): Promise<Answer> => {
      begun.resolve(signal);
      await going.promise;
      done = true;
      return answer;
    },
  };
}

describe('a client that leaves before its answer', () => {
  it.each([
    ['in part', '{"name":'],
    ['whole', '{"name":"Ada"}'],
  ])(
    'a client that disconnects ends its request when its body arrived %s and is not read yet',
    async (_, body) => {
      const { logger, lines, written } = createLog();
      const { begun, goOn, work } = blockingHandler({ authentications: [{ session, user }] });
      const { port, calls, disconnected } = await startGateway({
        implementations: { identity: { authenticate: work } },
        parts: { logger },
      });
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(
        [
          'PATCH /v1/me HTTP/1.1',
          'Host: x',
          `Authorization: ${bearer.authorization}`,
          'Content-Type: application/json',
          'Content-Length: 14',
          '',
          body,
        ].join('\r\n'),
      );
      await begun;
      socket.destroy();
      await disconnected();
      goOn();
      await written(isAnswered);
      expect(outcomesIn(lines)).toEqual([{ operation: 'updateMe', status: 499 }]);
      expect(calls.map(({ method }) => method)).toEqual(['authenticate']);
      expect(warningsAndErrors(lines)).toEqual([]);
    },
  );

  it('a client that disconnects cancels a read in the service, and the request is logged with status 499', async () => {
    const { logger, lines, written } = createLog();
    const { begun, work } = blockingHandler({ organizations: [] });
    const { port } = await startGateway({
      implementations: { organization: { listOrganizations: work } },
      parts: { logger },
    });
    const request = openRequest(port, '/v1/organizations');
    const signal = await begun;
    request.destroy();
    if (!signal.aborted) await once(signal, 'abort');
    await written(isAnswered);
    expect(outcomesIn(lines)).toEqual([{ operation: 'listOrganizations', status: 499 }]);
    expect(warningsAndErrors(lines)).toEqual([]);
  });

  it('a client that disconnects does not cancel a write', async () => {
    const { logger, lines, written } = createLog();
    const { begun, goOn, isDone, work } = blockingHandler({ user });
    const { port, fetch, disconnected } = await startGateway({
      implementations: { identity: { updateUser: work } },
      parts: { logger },
    });
    const request = openRequest(port, '/v1/me', 'PATCH', '{"name":"Ada"}');
    const signal = await begun;
    request.destroy();
    await disconnected();
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(200);
    expect(signal.aborted).toBe(false);
    expect(outcomesIn(lines)).toEqual([{ operation: 'getMe', status: 200 }]);
    goOn();
    await written((line) => isAnswered(line) && line['operation'] === 'updateMe');
    expect(isDone()).toBe(true);
    expect(outcomesIn(lines).at(-1)).toEqual({ operation: 'updateMe', status: 499 });
    expect(warningsAndErrors(lines)).toEqual([]);
  });

  it('a fault that happens after the client disconnected is logged', async () => {
    const { logger, lines, written } = createLog();
    const begun = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    const { port, disconnected } = await startGateway({
      implementations: {
        identity: {
          async updateUser() {
            begun.resolve();
            await going.promise;
            throw new TypeError('a bug');
          },
        },
      },
      parts: { logger },
    });
    const request = openRequest(port, '/v1/me', 'PATCH', '{"name":"Ada"}');
    await begun.promise;
    request.destroy();
    await disconnected();
    going.resolve();
    await written(isAnswered);
    expect(outcomesIn(lines)).toEqual([{ operation: 'updateMe', status: 499 }]);
    expect(warningsAndErrors(lines)).toMatchObject([{ level: 'error', msg: 'request failed' }]);
  });
});
