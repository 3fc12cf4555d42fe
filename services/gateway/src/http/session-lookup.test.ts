import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AuthenticateRequest } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { unavailable } from '@patchbay/errors/failure';
import { createLogger } from '@patchbay/telemetry/logger';
import { currentTraceId } from '@patchbay/telemetry/trace-context';
import { describe, expect, it } from 'vitest';
import { createClients } from '../clients.ts';
import { createBackends } from '../testing/backends.ts';
import type { Implementations } from '../testing/default-methods.ts';
import { startGateway, type TestGateway } from '../testing/gateway.ts';
import { session, user } from '../testing/values.ts';
import { createSessionLookup } from './session-lookup.ts';

type Authenticate = NonNullable<NonNullable<Implementations['identity']>['authenticate']>;

/** Every token but `unknown` is valid, and belongs to the user whose id it is. */
const authenticationOf = (token: string) =>
  token === 'unknown' ? {} : { session, user: { ...user, id: token } };

const startWith = (authenticate: Authenticate): Promise<TestGateway> =>
  startGateway({ implementations: { identity: { authenticate } } });

const authenticateAll: Authenticate = ({ sessionTokens }) => ({
  authentications: sessionTokens.map(authenticationOf),
});

const traceOf = (index: number): string => String(index + 1).padStart(32, '0');

/** Sends one request per token in one write to one connection, so that all arrive in one event loop turn. */
async function getAtOnce({ port }: TestGateway, tokens: readonly string[]) {
  const socket = connect(port, '127.0.0.1');
  const head = (token: string, index: number) =>
    `GET /v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nTraceparent: 00-${traceOf(index)}-00000000000000ff-01\r\n`;
  const requests = tokens.map((token, index) => `${head(token, index)}\r\n`).join('');
  socket.write(requests.replace(/\r\n$/, 'Connection: close\r\n\r\n'));
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 \d)/);
  return answers.map((answer) => ({
    status: Number(answer.slice(9, 12)),
    body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>,
  }));
}

const get = ({ fetch }: TestGateway, token: string) =>
  fetch('/v1/me', { headers: { authorization: `Bearer ${token}` } });

describe('requests that arrive in one turn', () => {
  it('ask identity once, each token once, and each gets its own answer', async () => {
    const gateway = await startWith(authenticateAll);
    const tokens = ['ada', 'grace', 'ada', 'alan', 'grace', 'ada'];
    const answers = await getAtOnce(gateway, tokens);
    expect(answers.map(({ status, body }) => [status, body['id']])).toEqual(tokens.map((id) => [200, id]));
    expect(gateway.calls).toMatchObject([
      {
        method: 'authenticate',
        request: { sessionTokens: ['ada', 'grace', 'alan'] },
        call: { caller: { type: 'system' } },
      },
    ]);
  });

  it('are refused alone where their token is unknown', async () => {
    const gateway = await startWith(authenticateAll);
    const answers = await getAtOnce(gateway, ['ada', 'unknown', 'grace', 'unknown']);
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 401]);
    expect(answers[1]?.body).toMatchObject({ detail: 'The session is unknown or has ended.' });
    expect(gateway.calls).toHaveLength(1);
  });

  it('all fail where identity is away', async () => {
    const gateway = await startWith(() => {
      throw unavailable('the database is away');
    });
    const answers = await getAtOnce(gateway, ['ada', 'grace', 'ada']);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(gateway.calls).toHaveLength(1);
  });

  it('all fail where identity does not answer for each of them', async () => {
    const gateway = await startWith(() => ({ authentications: [authenticationOf('ada')] }));
    const answers = await getAtOnce(gateway, ['ada', 'grace']);
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  });

  it('show the call in the trace of the first', async () => {
    const traces: (string | undefined)[] = [];
    const gateway = await startWith((request, context) => {
      traces.push(currentTraceId());
      return authenticateAll(request, context);
    });
    await getAtOnce(gateway, ['ada', 'grace']);
    expect(traces).toEqual([traceOf(0)]);
  });
});

describe('a lookup', () => {
  const create = () => {
    const logger = createLogger({ service: 'gateway', level: 'silent' });
    const { transports, calls } = createBackends(
      { identity: { authenticate: authenticateAll } },
      logger,
      5_000,
    );
    return {
      lookUp: createSessionLookup(createClients(transports).identity),
      asked: () => calls.map(({ request }) => (request as AuthenticateRequest).sessionTokens),
    };
  };

  it('waits for the end of its turn, as requests of other connections come one after another', async () => {
    const { lookUp, asked } = create();
    const first = lookUp('ada');
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    await Promise.all([first, lookUp('grace')]);
    expect(asked()).toEqual([['ada', 'grace']]);
  });

  it('asks for a hundred at a time', async () => {
    const { lookUp, asked } = create();
    const tokens = Array.from({ length: 250 }, (_, index) => `user-${index}`);
    const found = await Promise.all(tokens.map(lookUp));
    expect(found.map((authentication) => authentication.user?.id)).toEqual(tokens);
    const sizes = asked().map(({ length }) => length);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([50, 100, 100]);
  });
});

describe('a request that arrives while identity is being asked', () => {
  it('asks again: what is under way may be answered from before the session ended', async () => {
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    const gateway = await startWith(async () => {
      calls += 1;
      if (calls > 1) return { authentications: [{}] };
      arrived.resolve();
      await answered.promise;
      return { authentications: [authenticationOf('ada')] };
    });
    const first = get(gateway, 'ada');
    await arrived.promise;
    expect((await get(gateway, 'ada')).status).toBe(401);
    answered.resolve();
    expect((await first).status).toBe(200);
  });
});
