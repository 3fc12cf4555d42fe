import { once } from 'node:events';
import { connect } from 'node:net';
import { Code, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { describe, expect, it } from 'vitest';
import { createRpcTransport } from '../client/client.ts';
import { ada, headersFor, minterOf, verifierOf } from '../fixtures/callers.fixture.ts';
import { failureOf } from '../fixtures/failure.fixture.ts';
import { grpcUrlOf, log, platform, start, transport, urlOf } from '../fixtures/servers.fixture.ts';
import { createRpcServer, type RpcServer, type RpcServerOptions } from './server.ts';

/** Stock clients for every protocol that a server speaks. */
const stockTransports = (server: RpcServer): Record<string, Transport> => ({
  'Connect over HTTP/1.1': createConnectTransport({ baseUrl: urlOf(server), httpVersion: '1.1' }),
  'Connect over HTTP/2': createConnectTransport({ baseUrl: grpcUrlOf(server), httpVersion: '2' }),
  'JSON over HTTP/1.1': createConnectTransport({
    baseUrl: urlOf(server),
    httpVersion: '1.1',
    useBinaryFormat: false,
  }),
  gRPC: createGrpcTransport({ baseUrl: grpcUrlOf(server) }),
});

describe('the caller token', () => {
  it('a call without a valid token is refused in every protocol', async () => {
    const { identity, seen } = await platform();
    const { authenticate, signUp } = IdentityService.method;
    const refused = [
      {},
      { authorization: 'Basic eA==' },
      headersFor('gateway', 'audit', authenticate, ada),
      headersFor('gateway', 'identity', signUp, ada),
    ];
    for (const [protocol, via] of Object.entries(stockTransports(identity))) {
      for (const headers of refused) {
        const error = await failureOf(createClient(IdentityService, via).authenticate({}, { headers }));
        expect({
          protocol,
          code: error.code,
          details: error.findDetails(FailureSchema),
          here: fromConnectError(error, 'identity').code,
        }).toEqual({ protocol, code: Code.Unauthenticated, details: [], here: 'internal' });
      }
    }
    expect(seen.identity).toEqual([]);
  });

  it('routes with interceptors of their own are refused, because these would replace the token check', () => {
    const options: RpcServerOptions = {
      service: 'identity',
      routes: (router) => void router.service(IdentityService, {}, { interceptors: [] }),
      verifier: verifierOf('identity'),
      logger: log.logger,
      port: 0,
    };
    expect(() => createRpcServer(options)).toThrow('no options of their own');
  });
});

describe('the port of a server', () => {
  it('a server without a gRPC port listens on one port', async () => {
    const server = await start({ service: 'identity', routes: () => {}, grpcPort: undefined });
    await expect(server.ready?.()).resolves.toBeUndefined();
    expect(() => server.grpcPort()).toThrow('the server has no gRPC port');
  });

  it('a request without a Host header does not stop the server', async () => {
    const { identity } = await platform();
    const socket = connect(identity.port(), '127.0.0.1');
    socket.end('POST /grpc.health.v1.Health/Check HTTP/1.0\r\ncontent-type: application/json\r\n\r\n');
    await once(socket.resume(), 'close');
    const via = createConnectTransport({ baseUrl: urlOf(identity), httpVersion: '1.1' });
    expect((await createClient(Health, via).check({})).status).toBe(Status.SERVING);
  });

  it('a body above the limit is refused in every protocol', async () => {
    const { identity } = await platform({ maxBodyBytes: 1_000 });
    const headers = headersFor('gateway', 'identity', IdentityService.method.authenticate);
    for (const via of Object.values(stockTransports(identity))) {
      const call = createClient(IdentityService, via).authenticate(
        { sessionTokens: ['x'.repeat(2_000)] },
        { headers },
      );
      expect((await failureOf(call)).code).toBe(Code.ResourceExhausted);
    }
  });
});

describe('a server that stops', () => {
  it('a server may be stopped twice, and without having been started', async () => {
    const { identity } = await platform();
    await identity.stop?.();
    await expect(identity.stop?.()).resolves.toBeUndefined();
    const never = createRpcServer({
      service: 'identity',
      routes: () => {},
      verifier: verifierOf('identity'),
      logger: log.logger,
      port: 0,
    });
    await expect(never.stop?.()).resolves.toBeUndefined();
  });

  it('a server whose port is taken does not start and says so', async () => {
    const { identity } = await platform();
    const again = start({ service: 'identity', routes: () => {}, port: identity.port() });
    await expect(again).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

describe('a server that drains', () => {
  it('a server that drains lets running calls end, takes no new ones, and closes idle and silent connections', async () => {
    const running = Promise.withResolvers<void>();
    const bothStarted = Promise.withResolvers<void>();
    let slowCalls = 0;
    const server = await start({
      service: 'identity',
      routes: (router) =>
        void router.service(IdentityService, {
          authenticate: async ({ sessionTokens }) => {
            if (sessionTokens.includes('slow')) {
              slowCalls += 1;
              if (slowCalls === 2) bothStarted.resolve();
              await running.promise;
            }
            return { authentications: sessionTokens.map((id) => ({ user: { id } })) };
          },
        }),
    });
    const silent = connect(server.port(), '127.0.0.1');
    await once(silent, 'connect');
    const client = createClient(IdentityService, transport('gateway', 'identity', server));
    await client.authenticate({});
    const slow = client.authenticate({ sessionTokens: ['slow'] });
    const overHttp2 = createClient(
      IdentityService,
      createConnectTransport({ baseUrl: grpcUrlOf(server), httpVersion: '2' }),
    ).authenticate(
      { sessionTokens: ['slow'] },
      { headers: headersFor('gateway', 'identity', IdentityService.method.authenticate) },
    );
    await bothStarted.promise;
    await expect(server.ready?.()).resolves.toBeUndefined();
    const baseUrl = urlOf(server);
    const drained = server.drain?.(AbortSignal.timeout(20_000));
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
    expect((await slow).authentications[0]?.user?.id).toBe('slow');
    expect((await overHttp2).authentications[0]?.user?.id).toBe('slow');
    await drained;
    await server.stop?.();
  });

  it('a server that drains waits for a running call until the deadline only', async () => {
    const { identity, client } = await platform();
    const call = failureOf(client.verifySignInLink({}));
    await client.authenticate({});
    await identity.drain?.(AbortSignal.timeout(50));
    await identity.stop?.();
    expect((await call).code).toBe(Code.Unavailable);
  });
});
