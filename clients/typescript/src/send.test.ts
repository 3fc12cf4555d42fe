import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Conflict, ConnectionFailed, PatchbayError, ServiceUnavailable, TooManyRequests } from './errors.ts';
import {
  type Answer,
  cut,
  drop,
  json,
  neverAnswer,
  neverEnd,
  problem,
  startLoopback,
} from './loopback.fixture.ts';
import { Patchbay, type PatchbayOptions } from './patchbay.ts';

// Retries without Retry-After are sent at once.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
});

const secret = 'pby_the_secret_of_the_key';
const clientOf = ({ url }: { readonly url: string }, options: Partial<PatchbayOptions> = {}) =>
  new Patchbay({ baseUrl: url, apiKey: secret, ...options });

const organization = { orgSlug: 'acme' };
const creation = { ...organization, body: { name: 'Spring', slug: 'spring' } };

describe('a request that fails', () => {
  it.each([
    ['whose connection is dropped', drop],
    ['whose answer breaks off', cut],
    ['answered with 429', problem(429)],
    ['answered with 503', problem(503, { 'retry-after': '0' })],
  ])('a read %s is sent again', async (_why, failure) => {
    await using server = await startLoopback(failure, failure, json({ id: 'me' }));
    expect(await clientOf(server).getMe()).toEqual({ id: 'me' });
    expect(server.requests).toHaveLength(3);
  });

  it('a creation is sent again with the same Idempotency-Key, and another creation has another', async () => {
    await using server = await startLoopback(drop, cut, json({ slug: 'spring' }, 201));
    const client = clientOf(server);
    await client.createWorkspace(creation);
    await client.createWorkspace(creation);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(String(keys[0]))]);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  });

  it('a creation takes the Idempotency-Key of its caller', async () => {
    await using server = await startLoopback(json({}, 201));
    await clientOf(server).createWorkspace(creation, { idempotencyKey: 'mine' });
    expect(server.requests[0]?.headers['idempotency-key']).toBe('mine');
  });

  it('a creation whose first request still runs is sent again, and no other conflict is', async () => {
    const running = 'The first request with this Idempotency-Key is still running. Try again later.';
    const brokenOff: Answer = (response) => {
      response.writeHead(409, { 'content-type': 'application/problem+json' });
      response.write('{"detail":"The first', () => response.destroy());
    };
    await using server = await startLoopback(
      problem(409, {}, running),
      brokenOff,
      json({}, 201),
      problem(409),
    );
    const client = clientOf(server);
    await client.createWorkspace(creation);
    expect(server.requests).toHaveLength(3);
    await expect(client.createWorkspace(creation)).rejects.toThrow(Conflict);
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    ['a change', (client: Patchbay) => client.updateMe({ body: { name: 'Ada' } })],
    ['a verb', (client: Patchbay) => client.signOut()],
    [
      'a stream',
      (client: Patchbay) =>
        client.request('PUT', '/v1/me', { body: new Blob(['{}']).stream(), duplex: 'half' }),
    ],
  ])('%s is not sent again', async (_what, call) => {
    await using server = await startLoopback(drop, problem(503));
    await expect(call(clientOf(server))).rejects.toThrow(ConnectionFailed);
    await expect(call(clientOf(server))).rejects.toThrow(ServiceUnavailable);
    expect(server.requests).toHaveLength(2);
  });

  it('a request is sent three times at most, or as often as the caller says', async () => {
    await using server = await startLoopback(drop);
    await expect(clientOf(server).getMe()).rejects.toThrow(ConnectionFailed);
    expect(server.requests).toHaveLength(3);
    await expect(clientOf(server, { retries: 4 }).getMe({}, { retries: 0 })).rejects.toThrow(
      ConnectionFailed,
    );
    expect(server.requests).toHaveLength(4);
    await expect(clientOf(server, { retries: 4 }).getMe()).rejects.toThrow(ConnectionFailed);
    expect(server.requests).toHaveLength(9);
  });

  it('any other failure is not retried', async () => {
    await using server = await startLoopback(problem(500));
    await expect(clientOf(server).getMe()).rejects.toMatchObject({ status: 500, requestId: 'r-1' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2000).toUTCString()],
  ])(
    'a request is repeated after the time that Retry-After names as %s',
    { tags: 'soak' },
    async (_form, value) => {
      await using server = await startLoopback(
        (response, request) => problem(429, { 'retry-after': value() })(response, request),
        json({}),
      );
      const begun = Date.now();
      await clientOf(server).getMe();
      expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
      expect(server.requests).toHaveLength(2);
    },
  );

  it('a wait of more than a minute is left to the caller', async () => {
    await using server = await startLoopback(problem(429, { 'retry-after': '61' }));
    const failure = clientOf(server).getMe();
    await expect(failure).rejects.toThrow(TooManyRequests);
    await expect(failure).rejects.toMatchObject({ retryAfter: 61, status: 429 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the time limit', () => {
  it.each([
    ['no answer', neverAnswer],
    ['a half answer', neverEnd('{"half":')],
  ])('a call with %s fails after its time', async (_what, answer) => {
    await using server = await startLoopback(answer);
    const call = clientOf(server).getMe({}, { timeoutMs: 100, retries: 1 });
    await expect(call).rejects.toThrow('The whole answer did not come within 100 ms.');
  });

  it('a stream may take longer than the time limit, once it has begun', { tags: 'soak' }, async () => {
    await using server = await startLoopback((response) => {
      response.flushHeaders();
      setTimeout(() => response.end('late'), 2500);
    });
    const response = await clientOf(server).request('GET', '/v1/me', {}, { timeoutMs: 2000 });
    expect(await response.text()).toBe('late');
  });
});

describe('an AbortSignal', () => {
  const reason = { why: 'the caller has left' };

  it.each([
    ['the answer', neverAnswer, 'request arrived'],
    ['the rest of an answer', neverEnd('{"half":'), 'head arrived'],
    ['the rest of a problem', neverEnd('{"type":', 404), 'head arrived'],
    ['the next attempt', problem(429, { 'retry-after': '50' }), 'wait began'],
  ] as const)('an abort ends the wait for %s with its reason', async (_what, answer, moment) => {
    const abort = new AbortController();
    const at = (happened: typeof moment): void => {
      if (happened === moment) setImmediate(() => abort.abort(reason));
    };
    await using server = await startLoopback((response, request) => {
      at('request arrived');
      return answer(response, request);
    });
    const client = clientOf(server, {
      async fetch(...sent) {
        const response = await fetch(...sent);
        at('head arrived');
        return response;
      },
    });
    const listen = abort.signal.addEventListener.bind(abort.signal);
    // Only the wait for the next attempt listens to the caller's signal itself.
    vi.spyOn(abort.signal, 'addEventListener').mockImplementation(
      (...listener: Parameters<typeof listen>) => {
        listen(...listener);
        at('wait began');
      },
    );
    await expect(client.getMe({}, { signal: abort.signal })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
  });

  it('an aborted signal sends nothing', async () => {
    await using server = await startLoopback(json({}));
    await expect(clientOf(server, { signal: AbortSignal.abort(reason) }).getMe()).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });

  it('a thousand calls with one signal leave no listener on it, and cause no warning', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    await using server = await startLoopback(json({}));
    const { signal } = new AbortController();
    const client = clientOf(server, { signal });
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 20 }, () => client.getMe()));
    const instant = clientOf(server, { signal, fetch: () => Promise.resolve(new Response('{}')) });
    for (let round = 0; round < 1_000; round += 1) await instant.getMe();
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a credential', () => {
  const shown = (value: unknown): string =>
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true });

  it('a client shows no credential when it is printed', () => {
    const client = new Patchbay({ baseUrl: 'http://localhost', apiKey: secret, token: secret });
    expect(shown(client) + JSON.stringify(client)).not.toContain(secret);
  });

  it.each([
    ['that is refused', problem(401)],
    ['that is dropped', drop],
    [
      'that is not HTTP',
      (response: { socket: { end(text: string): void } | null }) => response.socket?.end('nonsense\r\n\r\n'),
    ],
    ['that is not JSON', (response: { end(text: string): void }) => response.end('<html>')],
  ])('the error of a request %s has no credential in it', async (_what, answer) => {
    await using server = await startLoopback(answer);
    const error: unknown = await clientOf(server, { token: secret, timeoutMs: 1000, retries: 0 })
      .getMe()
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(PatchbayError);
    expect(shown(error)).not.toContain(secret);
  });

  it('an error of the network names its reason', async () => {
    const server = await startLoopback();
    await server[Symbol.asyncDispose]();
    await expect(clientOf(server, { retries: 0 }).getMe()).rejects.toThrow('(ECONNREFUSED)');
  });

  it.each(['apiKey', 'token'])('an %s that cannot be sent is refused without being shown', (name) => {
    const options = { baseUrl: 'http://localhost', [name]: `${secret}\n${secret}` };
    expect(() => new Patchbay(options)).toThrow(`${name} has a character that cannot be sent in a header.`);
  });
});
