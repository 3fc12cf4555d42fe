import { Code, createClient, type HandlerContext, type Transport } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { describe, expect, it } from 'vitest';
import { createRpcTransport } from './client/client.ts';
import { createInProcessTransport } from './client/in-process.ts';
import { minterOf, verifierOf } from './fixtures/callers.fixture.ts';
import { failureOf } from './fixtures/failure.fixture.ts';
import { closing, log, start, urlOf } from './fixtures/servers.fixture.ts';
import type { Routes } from './server/routes.ts';

const fromGateway = { from: 'gateway', to: 'identity', minter: minterOf('gateway') } as const;

const ways: Record<string, (routes: Routes) => Promise<Transport>> = {
  'over the network': async (routes) => {
    const server = await start({ service: 'identity', routes });
    // One connection: if a canceled call kept it, the next call would wait.
    const transport = createRpcTransport({ ...fromGateway, baseUrl: urlOf(server), connections: 1 });
    closing.push(() => transport.close());
    return transport;
  },
  'in process': async (routes) =>
    createInProcessTransport({
      ...fromGateway,
      routes,
      verifier: verifierOf('identity'),
      logger: log.logger,
    }),
};

/** Identity with methods that resolve `begun` and then wait for `goOn`. */
async function setUp(way: string) {
  const begun = Promise.withResolvers<HandlerContext>();
  const going = Promise.withResolvers<void>();
  const work = async (context: HandlerContext) => {
    // The signal is created when it is first accessed.
    void context.signal;
    begun.resolve(context);
    await going.promise;
    return {};
  };
  const transport = await ways[way]?.((router) => {
    router.service(IdentityService, {
      getUser: (_request, context) => work(context),
      updateUser: (_request, context) => work(context),
      authenticate: () => ({}),
    });
  });
  if (transport === undefined) throw new Error(`no way ${way}`);
  const controller = new AbortController();
  return {
    client: createClient(IdentityService, transport),
    controller,
    options: { signal: controller.signal },
    begun: begun.promise,
    goOn: () => going.resolve(),
  };
}

describe.each(Object.keys(ways))('a call %s whose caller leaves', (way) => {
  it('a canceled call without side effects ends on both sides and frees its connection', async () => {
    const { client, controller, options, begun } = await setUp(way);
    log.lines.length = 0;
    const call = failureOf(client.getUser({}, options));
    const { signal } = await begun;
    controller.abort();
    expect((await call).code).toBe(Code.Canceled);
    await client.authenticate({});
    expect(signal.reason).toMatchObject({ code: Code.Canceled });
    const ofCall = log.lines.filter(({ method }) => String(method).endsWith('/GetUser'));
    expect(ofCall.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  });

  it('a canceled call with side effects runs to its end', async () => {
    const { client, controller, options, begun, goOn } = await setUp(way);
    const call = client.updateUser({}, options);
    const { signal } = await begun;
    controller.abort();
    goOn();
    expect(await call).toMatchObject({});
    expect(signal.reason).not.toMatchObject({ code: Code.Canceled });
  });

  it('a canceled call with side effects ends at its deadline, which the service logs as a timeout', {
    tags: 'soak',
  }, async () => {
    const { client, controller, options, begun } = await setUp(way);
    log.lines.length = 0;
    const call = failureOf(client.updateUser({}, { ...options, timeoutMs: 3_000 }));
    await begun;
    controller.abort();
    expect((await call).code).toBe(Code.DeadlineExceeded);
    const timeout = {
      level: 'warn',
      code: 'timeout',
      failure: expect.stringContaining('the operation timed out'),
      msg: 'call failed',
    };
    await expect.poll(() => log.lines).toContainEqual(expect.objectContaining(timeout));
  });

  it('a call that was canceled before is not sent', async () => {
    const { client, controller, options } = await setUp(way);
    controller.abort();
    expect((await failureOf(client.updateUser({}, options))).code).toBe(Code.Canceled);
  });
});
