import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { Code, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { Health } from '@patchbay/contracts/grpc/health/v1/health';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { callAs, createRpcTransport } from '../client/client.ts';
import { ada, headersFor, minterOf, verifierOf } from '../fixtures/callers.fixture.ts';
import { failureOf } from '../fixtures/failure.fixture.ts';
import { identityRoutes } from '../fixtures/platform.fixture.ts';
import { closing, grpcUrlOf, log, start, transport, urlOf } from '../fixtures/servers.fixture.ts';
import type { RpcServer } from '../server/server.ts';

const path = '/patchbay.identity.v1.IdentityService/Authenticate';
const startIdentity = (verifier = verifierOf('identity')) => {
  const unreachable = {} as Transport;
  return start({ service: 'identity', routes: identityRoutes(unreachable, []), verifier });
};

/** The beginning of a body of 1 MB, of which no more is sent until there is an answer. */
const beginning = Buffer.alloc(1_000);
const length = 1_000_000;

const overHttp1 = (server: RpcServer, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const url = `${urlOf(server)}${path}`;
    const sent = httpRequest(url, { method: 'POST', headers: { ...headers, 'content-length': length } });
    onTestFinished(() => void sent.destroy());
    sent.on('error', reject).on('response', (response: IncomingMessage) => {
      response
        .toArray()
        .then((chunks) => resolve({ status: response.statusCode, body: chunks.join('') }), reject);
    });
    sent.write(beginning);
  });

const overHttp2 = (server: RpcServer, headers: Record<string, string>) =>
  new Promise<IncomingHttpHeaders>((resolve, reject) => {
    const session = connectHttp2(grpcUrlOf(server));
    onTestFinished(() => session.destroy());
    const stream = session.request({ ...headers, ':method': 'POST', ':path': path });
    const answer: IncomingHttpHeaders = {};
    const add = (more: IncomingHttpHeaders) => Object.assign(answer, more);
    // The close of the stream by the server is what the client waits for: it has not ended its side.
    stream
      .on('response', add)
      .on('trailers', add)
      .on('error', reject)
      .on('close', () => resolve(answer));
    stream.resume().write(beginning);
  });

describe('a call without a valid token', () => {
  it.each(['', 'Bearer x', 'Basic eA=='])(
    'a call over HTTP/1.1 with the token "%s" is refused before its body has arrived',
    async (authorization) => {
      const server = await startIdentity();
      const refusals = [];
      for (const type of ['application/proto', 'application/json']) {
        refusals.push(await overHttp1(server, { 'content-type': type, authorization }));
      }
      expect(refusals).toEqual(
        refusals.map(() => ({ status: 401, body: expect.stringContaining('"code":"unauthenticated"') })),
      );
    },
  );

  it.each(['', 'Bearer x'])(
    'a call over HTTP/2 with the token "%s" is refused before its body has arrived',
    async (authorization) => {
      const server = await startIdentity();
      for (const type of ['application/proto', 'application/json']) {
        expect(await overHttp2(server, { 'content-type': type, authorization })).toMatchObject({
          ':status': 401,
        });
      }
      expect(
        await overHttp2(server, { 'content-type': 'application/grpc', te: 'trailers', authorization }),
      ).toMatchObject({ 'grpc-status': '16' });
    },
  );

  it.each([overHttp1, overHttp2])(
    'the log line of a refused call has the address of the peer',
    async (call) => {
      const server = await startIdentity();
      log.lines.length = 0;
      await call(server, { 'content-type': 'application/proto' });
      expect(log.lines).toMatchObject([{ address: '127.0.0.1', msg: 'call refused: no valid caller token' }]);
    },
  );
});

describe('the token of a call', () => {
  const verified: string[] = [];
  const counting = () => {
    const verifier = verifierOf('identity');
    return startIdentity({
      verify(method, token, ...beside) {
        verified.push(token);
        return verifier.verify(method, token, ...beside);
      },
    });
  };
  beforeEach(() => {
    verified.length = 0;
  });

  it('the token of a call is verified once in every protocol', async () => {
    const server = await counting();
    const baseUrl = urlOf(server);
    const own = createRpcTransport({
      from: 'gateway',
      to: 'identity',
      baseUrl,
      minter: minterOf('gateway'),
    });
    closing.push(() => own.close());
    const headers = headersFor('gateway', 'identity', IdentityService.method.authenticate, ada);
    await createClient(IdentityService, own).authenticate({}, callAs(ada));
    expect(verified).toHaveLength(1);
    for (const via of [
      createConnectTransport({ baseUrl, httpVersion: '1.1', useBinaryFormat: false }),
      createConnectTransport({ baseUrl: grpcUrlOf(server), httpVersion: '2' }),
      createGrpcTransport({ baseUrl: grpcUrlOf(server) }),
    ]) {
      verified.length = 0;
      await createClient(IdentityService, via).authenticate({}, { headers });
      expect(verified).toHaveLength(1);
    }
  });
});

describe('a health check', () => {
  it('a health check above 1 KiB is refused in every protocol', async () => {
    const server = await startIdentity();
    const baseUrl = urlOf(server);
    for (const via of [
      transport('gateway', 'identity', server),
      createConnectTransport({ baseUrl, httpVersion: '1.1' }),
      createConnectTransport({ baseUrl: grpcUrlOf(server), httpVersion: '2' }),
      createGrpcTransport({ baseUrl: grpcUrlOf(server) }),
    ]) {
      const { check } = createClient(Health, via);
      expect((await failureOf(check({ service: 'x'.repeat(1_000) }))).code).toBe(Code.NotFound);
      expect((await failureOf(check({ service: 'x'.repeat(1_100) }))).code).toBe(Code.ResourceExhausted);
    }
  });
});
