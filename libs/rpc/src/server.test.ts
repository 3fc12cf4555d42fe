import { once } from 'node:events';
import { connect } from 'node:net';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import * as grpc from '@grpc/grpc-js';
import {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponseSchema,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import {
  AuthenticateRequestSchema,
  AuthenticateResponseSchema,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { afterEach, describe, expect, it } from 'vitest';
import { callAs, createRpcTransport, type RpcTransport } from './client.ts';
import { createRpcServer, type RpcServer, type RpcServerOptions } from './server.ts';
import { ada, minterOf, verifierOf } from './test-support/callers.ts';
import { createLog, identityRoutes, organizationRoutes, type Seen } from './test-support/platform.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const log = createLog();

async function start(options: Pick<RpcServerOptions, 'service' | 'routes'> & Partial<RpcServerOptions>) {
  const server = createRpcServer({
    verifier: verifierOf(options.service),
    logger: log.logger,
    port: 0,
    host: '127.0.0.1',
    ...options,
  });
  await server.start?.();
  closing.push(async () => server.stop?.());
  return server;
}

const urlOf = (server: RpcServer): string => `http://127.0.0.1:${server.port()}`;

function transport(
  from: 'gateway' | 'identity',
  to: 'identity' | 'organization',
  server: RpcServer,
): RpcTransport {
  const result = createRpcTransport({ from, to, baseUrl: urlOf(server), minter: minterOf(from) });
  closing.push(() => result.close());
  return result;
}

/** Gateway, identity and organization, each with its own port. */
async function platform(options: Partial<RpcServerOptions> = {}) {
  const seen: { identity: Seen[]; organization: Seen[] } = { identity: [], organization: [] };
  const organization = await start({
    service: 'organization',
    routes: organizationRoutes(seen.organization),
  });
  const routes = identityRoutes(transport('identity', 'organization', organization), seen.identity);
  const identity = await start({ service: 'identity', routes, ...options });
  return {
    identity,
    seen,
    client: createClient(IdentityService, transport('gateway', 'identity', identity)),
  };
}

const failureOf = (call: Promise<unknown>): Promise<ConnectError> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => ConnectError.from(error),
  );

describe('a call between services', () => {
  it('knows its caller', async () => {
    const { client, seen } = await platform();
    await client.authenticate({}, callAs(ada));
    await client.authenticate({});
    expect(seen.identity.map(({ call }) => call)).toEqual([
      { ...ada, calledBy: 'gateway' },
      { caller: { type: 'system' }, requestId: '', ipAddress: null, userAgent: null, calledBy: 'gateway' },
    ]);
  });

  it('is passed on for the same caller, with what is left of its time', async () => {
    const { client, seen } = await platform();
    await client.signUp({ organizationSlug: 'acme' }, { ...callAs(ada), timeoutMs: 2_000 });
    expect(seen.organization[0]?.call).toEqual({ ...ada, calledBy: 'identity' });
    expect(seen.organization[0]?.timeoutMs).toBeGreaterThan(0);
    expect(seen.organization[0]?.timeoutMs).toBeLessThanOrEqual(2_000);
  });

  it('of a service on its own behalf is passed on as that', async () => {
    const { client, seen } = await platform();
    await client.signUp({ organizationSlug: 'acme' });
    expect(seen.organization[0]?.call).toMatchObject({ caller: { type: 'system' }, calledBy: 'identity' });
  });

  it('relays a failure that was meant, and no other', async () => {
    const { client } = await platform();
    const taken = await failureOf(client.signUp({ organizationSlug: 'taken' }, callAs(ada)));
    expect(fromConnectError(taken, 'identity')).toMatchObject({
      code: 'conflict',
      publicText: 'The slug is taken.',
    });
    log.lines.length = 0;
    const bug = await failureOf(client.signUp({ organizationSlug: 'bug' }, callAs(ada)));
    expect([bug.code, bug.rawMessage]).toEqual([Code.Internal, 'internal error']);
    const errors = log.lines.filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([
      { method: 'patchbay.organization.v1.OrganizationService/ParkSignUp', requestId: 'r1' },
      { method: 'patchbay.identity.v1.IdentityService/SignUp', requestId: 'r1' },
    ]);
    expect(errors[0]).toMatchObject({ err: { type: 'TypeError', message: 'secret detail' } });
  });

  it('ends at the longest time that a server gives it', async () => {
    const { client, identity } = await platform({ maxTimeoutMs: 20 });
    const stock = createClient(
      IdentityService,
      createConnectTransport({ baseUrl: urlOf(identity), httpVersion: '2' }),
    );
    const headers = { authorization: `Bearer ${await minterOf('gateway').mint('identity')}` };
    for (const call of [() => client.verifySignInLink({}), () => stock.verifySignInLink({}, { headers })]) {
      const error = await failureOf(call());
      expect(error.code).toBe(Code.DeadlineExceeded);
      expect(error.findDetails(FailureSchema)).toMatchObject([{ code: 'timeout' }]);
    }
  });

  it('for a method that nobody wrote is unimplemented', async () => {
    const { client } = await platform();
    expect((await failureOf(client.updateUser({}, callAs(ada)))).code).toBe(Code.Unimplemented);
  });
});

describe('a server refuses', () => {
  const stock = (server: RpcServer): Record<string, Transport> => ({
    'Connect over HTTP/1.1': createConnectTransport({ baseUrl: urlOf(server), httpVersion: '1.1' }),
    'Connect over HTTP/2': createConnectTransport({ baseUrl: urlOf(server), httpVersion: '2' }),
    'JSON over HTTP/1.1': createConnectTransport({
      baseUrl: urlOf(server),
      httpVersion: '1.1',
      useBinaryFormat: false,
    }),
    gRPC: createGrpcTransport({ baseUrl: urlOf(server) }),
  });

  it('every call without a token that it accepts, whatever the protocol', async () => {
    const { identity, seen } = await platform();
    const forAnother = `Bearer ${await minterOf('gateway').mint('audit', ada)}`;
    for (const [protocol, via] of Object.entries(stock(identity))) {
      for (const headers of [{}, { authorization: 'Basic eA==' }, { authorization: forAnother }]) {
        const error = await failureOf(createClient(IdentityService, via).authenticate({}, { headers }));
        expect(error.code, protocol).toBe(Code.Unauthenticated);
        expect(error.findDetails(FailureSchema), protocol).toEqual([]);
        expect(fromConnectError(error, 'identity').code, protocol).toBe('internal');
      }
    }
    expect(seen.identity).toEqual([]);
  });

  it('nothing else: every protocol serves a call with a token', async () => {
    const { identity, seen } = await platform();
    const headers = { authorization: `Bearer ${await minterOf('gateway').mint('identity', ada)}` };
    for (const [protocol, via] of Object.entries(stock(identity))) {
      const { user } = await createClient(IdentityService, via).authenticate(
        { sessionToken: protocol },
        { headers },
      );
      expect(user?.id).toBe(protocol);
    }
    expect(seen.identity.every(({ call }) => call.caller.type === 'user')).toBe(true);
    expect(seen.identity.every(({ timeoutMs = Number.NaN }) => timeoutMs <= 30_000)).toBe(true);
  });

  it('routes the wish to do without our interceptors', async () => {
    const server = await start({
      service: 'identity',
      routes: (router) =>
        void router.service(IdentityService, { authenticate: () => ({}) }, { interceptors: [] }),
    });
    const via = createConnectTransport({ baseUrl: urlOf(server), httpVersion: '1.1' });
    const error = await failureOf(createClient(IdentityService, via).authenticate({}));
    expect(error.code).toBe(Code.Unauthenticated);
  });
});

describe('a client of grpc-js', () => {
  const connectTo = (server: RpcServer) => {
    const client = new grpc.Client(`127.0.0.1:${server.port()}`, grpc.credentials.createInsecure());
    closing.push(async () => client.close());
    return client;
  };

  const authenticate = (client: grpc.Client, metadata: grpc.Metadata) =>
    new Promise<string | undefined>((resolve, reject) => {
      client.makeUnaryRequest(
        '/patchbay.identity.v1.IdentityService/Authenticate',
        () =>
          Buffer.from(
            toBinary(AuthenticateRequestSchema, {
              $typeName: 'patchbay.identity.v1.AuthenticateRequest',
              sessionToken: 'abc',
            }),
          ),
        (bytes) => fromBinary(AuthenticateResponseSchema, bytes),
        {},
        metadata,
        (error, answer) => (error ? reject(error) : resolve(answer?.user?.id)),
      );
    });

  it('calls a service with a caller token and is refused without one', async () => {
    const { identity } = await platform();
    const client = connectTo(identity);
    const metadata = new grpc.Metadata();
    await expect(authenticate(client, metadata)).rejects.toMatchObject({ code: grpc.status.UNAUTHENTICATED });
    metadata.set('authorization', `Bearer ${await minterOf('gateway').mint('identity', ada)}`);
    expect(await authenticate(client, metadata)).toBe('abc');
  });

  const request = (service: string) => () =>
    Buffer.from(
      toBinary(HealthCheckRequestSchema, { $typeName: 'grpc.health.v1.HealthCheckRequest', service }),
    );
  const response = (bytes: Buffer) => fromBinary(HealthCheckResponseSchema, bytes).status;
  const check = (client: grpc.Client, service = '') =>
    new Promise<Status | undefined>((resolve, reject) => {
      client.makeUnaryRequest(
        '/grpc.health.v1.Health/Check',
        request(service),
        response,
        {},
        (error, status) => (error ? reject(error) : resolve(status)),
      );
    });

  it('asks for the health of the server and of its services without a token', async () => {
    let reasons: Record<string, string> = {};
    const { identity } = await platform({ ready: async () => reasons });
    const client = connectTo(identity);
    expect(await check(client)).toBe(Status.SERVING);
    expect(await check(client, IdentityService.typeName)).toBe(Status.SERVING);
    await expect(check(client, 'patchbay.other')).rejects.toMatchObject({ code: grpc.status.NOT_FOUND });
    reasons = { database: 'refused' };
    expect(await check(client)).toBe(Status.NOT_SERVING);
  });

  it('watches the health until the server drains', async () => {
    const { identity } = await platform();
    const watch = connectTo(identity).makeServerStreamRequest(
      '/grpc.health.v1.Health/Watch',
      request(''),
      response,
      {},
    );
    const statuses: Status[] = [];
    watch.on('data', (status: Status) => statuses.push(status));
    const ended = once(watch, 'end');
    await once(watch, 'data');
    await identity.drain?.();
    await ended;
    expect(statuses).toEqual([Status.SERVING, Status.NOT_SERVING]);
  });
});

describe('the port of a server', () => {
  it('serves health to Connect over both versions of HTTP', async () => {
    const { identity } = await platform();
    for (const httpVersion of ['1.1', '2'] as const) {
      const via = createConnectTransport({ baseUrl: urlOf(identity), httpVersion });
      expect((await createClient(Health, via).check({})).status).toBe(Status.SERVING);
    }
  });

  it('tells the versions apart however slowly a connection begins', async () => {
    const { identity } = await platform();
    const socket = connect(identity.port(), '127.0.0.1');
    const text =
      'POST /grpc.health.v1.Health/Check HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}';
    for (const piece of ['P', 'O', text.slice(2)]) {
      socket.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toContain('SERVING');
  });

  it('refuses a body beyond its limit in every protocol', async () => {
    const { identity } = await platform({ maxBodyBytes: 1_000 });
    const headers = { authorization: `Bearer ${await minterOf('gateway').mint('identity')}` };
    const options = { baseUrl: urlOf(identity) };
    const vias = [
      createConnectTransport({ ...options, httpVersion: '1.1' }),
      createConnectTransport({ ...options, httpVersion: '2' }),
      createGrpcTransport(options),
    ];
    for (const via of vias) {
      const call = createClient(IdentityService, via).authenticate(
        { sessionToken: 'x'.repeat(2_000) },
        { headers },
      );
      expect((await failureOf(call)).code).toBe(Code.ResourceExhausted);
    }
  });
});

describe('a server that drains', () => {
  it('lets running calls end, takes no new ones, and is rid of idle and silent connections', async () => {
    const running = Promise.withResolvers<void>();
    const bothStarted = Promise.withResolvers<void>();
    let slowCalls = 0;
    const server = await start({
      service: 'identity',
      routes: (router) =>
        void router.service(IdentityService, {
          authenticate: async ({ sessionToken }) => {
            if (sessionToken === 'slow') {
              slowCalls += 1;
              if (slowCalls === 2) bothStarted.resolve();
              await running.promise;
            }
            return { user: { id: sessionToken } };
          },
        }),
    });
    const silent = connect(server.port(), '127.0.0.1');
    await once(silent, 'connect');
    const client = createClient(IdentityService, transport('gateway', 'identity', server));
    await client.authenticate({});
    const slow = client.authenticate({ sessionToken: 'slow' });
    const overHttp2 = createClient(
      IdentityService,
      createConnectTransport({ baseUrl: urlOf(server), httpVersion: '2' }),
    ).authenticate(
      { sessionToken: 'slow' },
      { headers: { authorization: `Bearer ${await minterOf('gateway').mint('identity')}` } },
    );
    await bothStarted.promise;
    await expect(server.ready?.()).resolves.toBeUndefined();
    const baseUrl = urlOf(server);
    const drained = server.drain?.();
    await expect(server.ready?.()).rejects.toThrow('not listening');
    const late = createRpcTransport({
      from: 'gateway',
      to: 'identity',
      baseUrl,
      minter: minterOf('gateway'),
    });
    expect((await failureOf(createClient(IdentityService, late).authenticate({}))).code).toBe(
      Code.Unavailable,
    );
    await late.close();
    running.resolve();
    expect((await slow).user?.id).toBe('slow');
    expect((await overHttp2).user?.id).toBe('slow');
    await drained;
    await server.stop?.();
  });

  it('waits no longer than it was told for a call that does not end', async () => {
    const { identity, client } = await platform({ drainTimeoutMs: 50 });
    const call = failureOf(client.verifySignInLink({}));
    await client.authenticate({});
    await identity.drain?.();
    await identity.stop?.();
    expect((await call).code).toBe(Code.Unavailable);
  });
});
