import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createAuthority } from '@patchbay/testing/certificates';
import { describe, expect, it } from 'vitest';
import { createRpcTransport } from './client/client.ts';
import { minterOf } from './fixtures/callers.fixture.ts';
import { emptyRoutes } from './fixtures/contracts.fixture.ts';
import { collect } from './fixtures/export.fixture.ts';
import { failureOf } from './fixtures/failure.fixture.ts';
import { closing, start } from './fixtures/servers.fixture.ts';
import type { RpcServer } from './server/server.ts';
import { type RpcTls } from './tls.ts';

const authority = createAuthority();
const ca = authority.certificate;
const server = authority.issue(['127.0.0.1']);
const client = authority.issue(['gateway']);
const stranger = createAuthority('Somebody else').issue(['127.0.0.1']);
const expired = { from: new Date(Date.now() - 7_200_000), until: new Date(Date.now() - 3_600_000) };

const startAudit = (tls: RpcTls, connectionLimits = {}) =>
  start({ service: 'audit', routes: emptyRoutes('audit'), tls, connectionLimits });
const urlOf = (audit: RpcServer, scheme = 'https') => `${scheme}://127.0.0.1:${audit.port()}`;
const grpcUrlOf = (audit: RpcServer) => `https://127.0.0.1:${audit.grpcPort()}`;

function clientsOf(audit: RpcServer, tls: RpcTls, baseUrl = urlOf(audit)) {
  const via = createRpcTransport({
    from: 'gateway',
    to: 'audit',
    baseUrl,
    tls,
    minter: minterOf('gateway'),
  });
  closing.push(() => via.close());
  return { health: createClient(Health, via), audit: createClient(AuditService, via) };
}

/** How a unary call and a stream fail. */
async function failuresOf(audit: RpcServer, tls: RpcTls, baseUrl?: string) {
  const clients = clientsOf(audit, tls, baseUrl);
  const { failure } = await collect(clients.audit.exportAuditLogs({}));
  return [(await failureOf(clients.health.check({}))).code, ConnectError.from(failure).code];
}
const unreachable = [Code.Unavailable, Code.Unavailable];

const closeOf = (socket: Socket): Promise<'closed'> =>
  new Promise((resolve) => socket.resume().once('close', () => resolve('closed')));

describe('a server with a certificate', () => {
  it('a client that trusts the authority of the server gets answers to unary calls, streams and probes', async () => {
    const audit = await startAudit(server);
    const clients = clientsOf(audit, { ca });
    expect((await clients.health.check({})).status).toBe(Status.SERVING);
    expect(await clients.audit.listAuditLogs({})).toMatchObject({ nextCursor: '' });
    expect(await collect(clients.audit.exportAuditLogs({}))).toEqual({ ids: [] });
  });

  it('the handshake agrees on HTTP/1.1 on the RPC port and on HTTP/2 on the gRPC port', async () => {
    const audit = await startAudit(server);
    const nodeOptions = { ca };
    const overHttp2 = { baseUrl: grpcUrlOf(audit), nodeOptions };
    for (const via of [
      createConnectTransport({ baseUrl: urlOf(audit), nodeOptions, httpVersion: '1.1' }),
      createConnectTransport({ ...overHttp2, httpVersion: '2' }),
      createGrpcTransport(overHttp2),
    ]) {
      expect((await createClient(Health, via).check({})).status).toBe(Status.SERVING);
    }
    const agreed = async (port: number, ALPNProtocols?: string[]) => {
      const to: ConnectionOptions = { port, host: '127.0.0.1', ca };
      const socket = connectTls({ ...to, ...(ALPNProtocols && { ALPNProtocols }) });
      await once(socket, 'secureConnect');
      socket.destroy();
      return socket.alpnProtocol;
    };
    expect(await agreed(audit.port(), ['h2', 'http/1.1'])).toBe('http/1.1');
    expect(await agreed(audit.port())).toBe(false);
    expect(await agreed(audit.grpcPort(), ['h2', 'http/1.1'])).toBe('h2');
    for (const port of [audit.port(), audit.grpcPort()])
      await expect(agreed(port, ['spdy/3'])).rejects.toThrow('no application protocol');
  });

  it('a client that does not trust the authority of the server refuses it', async () => {
    expect(await failuresOf(await startAudit(stranger), { ca })).toEqual(unreachable);
    expect(await failuresOf(await startAudit(server), {})).toEqual(unreachable);
  });

  it('a client refuses an expired certificate, and every time one for another name', async () => {
    const misnamed = await startAudit(authority.issue(['127.0.0.2', 'audit']));
    const { health } = clientsOf(misnamed, { ca });
    // A resumed session of TLS would not be checked for its name.
    for (const _ of [1, 2, 3]) expect((await failureOf(health.check({}))).code).toBe(Code.Unavailable);
    expect(await failuresOf(misnamed, { ca })).toEqual(unreachable);
    expect(await failuresOf(await startAudit(authority.issue(['127.0.0.1'], expired)), { ca })).toEqual(
      unreachable,
    );
  });

  it('a connection whose handshake does not end is closed', async () => {
    const audit = await startAudit(server, { headersMs: 200 });
    for (const bytes of ['', '\u0016', '\u0016\u0003\u0001\u0001']) {
      const socket = connectTcp(audit.port(), '127.0.0.1');
      if (bytes !== '') socket.write(bytes);
      expect(await closeOf(socket)).toBe('closed');
    }
  });

  it('a connection that stays silent after its handshake is closed', async () => {
    const audit = await startAudit(server, { headersMs: 200, requestMs: 300, checkMs: 50 });
    for (const [port, protocol] of [
      [audit.grpcPort(), 'h2'],
      [audit.port(), 'http/1.1'],
    ] as const) {
      const options = { port, host: '127.0.0.1', ca, ALPNProtocols: [protocol] };
      expect(await closeOf(connectTls(options))).toBe('closed');
    }
  });

  it('a server drains while a handshake hangs, before any deadline', async () => {
    const audit = await startAudit(server);
    const socket = connectTcp(audit.port(), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    expect((await clientsOf(audit, { ca }).health.check({})).status).toBe(Status.SERVING);
    await expect(audit.drain?.(new AbortController().signal)).resolves.toBeUndefined();
  });
});

describe('a server with an authority', () => {
  const mutual = { ...server, ca };

  it('a server with an authority serves clients with a certificate of it', async () => {
    const audit = await startAudit(mutual);
    const clients = clientsOf(audit, { ...client, ca });
    expect(await clients.audit.listAuditLogs({})).toMatchObject({ nextCursor: '' });
    expect(await collect(clients.audit.exportAuditLogs({}))).toEqual({ ids: [] });
    const nodeOptions = { ca, cert: client.certificate, key: client.key };
    const grpc = createGrpcTransport({ baseUrl: grpcUrlOf(audit), nodeOptions });
    expect((await createClient(Health, grpc).check({})).status).toBe(Status.SERVING);
  });

  it.each([
    ['without a certificate', {}],
    ['with one of another authority', stranger],
    ['with an expired one', authority.issue(['gateway'], expired)],
  ])('a server with an authority refuses clients %s', async (_what, own) => {
    expect(await failuresOf(await startAudit(mutual), { ...own, ca })).toEqual(unreachable);
  });
});

describe('a server with a second port without TLS', () => {
  it('callers with TLS and without it are served, each on their own port alone', async () => {
    const audit = await start({
      service: 'audit',
      routes: emptyRoutes('audit'),
      tls: { ...server, ca },
      plainPort: 0,
    });
    const plainUrl = `http://127.0.0.1:${audit.plainPort()}`;
    for (const clients of [clientsOf(audit, { ...client, ca }), clientsOf(audit, {}, plainUrl)]) {
      expect(await clients.audit.listAuditLogs({})).toMatchObject({ nextCursor: '' });
      expect(await collect(clients.audit.exportAuditLogs({}))).toEqual({ ids: [] });
      expect((await clients.health.check({})).status).toBe(Status.SERVING);
    }
    expect(await failuresOf(audit, {}, urlOf(audit, 'http'))).toEqual(unreachable);
    expect(await failuresOf(audit, { ...client, ca }, plainUrl.replace('http', 'https'))).toEqual(
      unreachable,
    );
    expect(await failuresOf(audit, { ...stranger, ca })).toEqual(unreachable);
  });
});

describe('renewed certificates', () => {
  const next = createAuthority('Next authority');
  const nextServer = { ...next.issue(['127.0.0.1']), ca: next.certificate };
  const nextClient = { ...next.issue(['gateway']), ca: next.certificate };
  const old = { ...client, ca };
  const works = async ({ health, audit }: ReturnType<typeof clientsOf>) => {
    expect((await health.check({})).status).toBe(Status.SERVING);
    expect(await collect(audit.exportAuditLogs({}))).toEqual({ ids: [] });
  };

  it('new connections get the renewed certificate of a server, and kept ones go on', async () => {
    const audit = await startAudit({ ...server, ca });
    const options = { port: audit.port(), host: '127.0.0.1', cert: client.certificate, key: client.key };
    const kept = connectTls({ ...options, ca });
    await once(kept, 'secureConnect');
    audit.setTls(nextServer);
    kept.write(
      'POST /grpc.health.v1.Health/Check HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
    );
    const [answer] = (await once(kept, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
    kept.destroy();
    await works(clientsOf(audit, nextClient));
    expect(await failuresOf(audit, { ...nextClient, ca })).toEqual(unreachable);
    expect(await failuresOf(audit, { ...old, ca: next.certificate })).toEqual(unreachable);
  });

  it('a session of TLS from before is not resumed, so that a removed authority counts no more', async () => {
    const audit = await startAudit({ ...server, ca });
    const options = { port: audit.port(), host: '127.0.0.1', cert: client.certificate, key: client.key };
    const first = connectTls({ ...options, ca });
    const [session] = (await once(first, 'session')) as [Buffer];
    first.destroy();
    const again = connectTls({ ...options, ca, session });
    await once(again, 'secureConnect');
    expect(again.isSessionReused()).toBe(true);
    again.destroy();
    audit.setTls(nextServer);
    const late = connectTls({ ...options, ca: next.certificate, session }).on('error', () => {});
    late.once('secureConnect', () => expect(late.isSessionReused()).toBe(false));
    expect(await closeOf(late)).toBe('closed');
  });

  it('new connections of a transport use its renewed certificate and authorities', async () => {
    const audit = await startAudit(nextServer);
    const via = createRpcTransport({
      from: 'gateway',
      to: 'audit',
      baseUrl: urlOf(audit),
      tls: old,
      minter: minterOf('gateway'),
    });
    closing.push(() => via.close());
    const clients = { health: createClient(Health, via), audit: createClient(AuditService, via) };
    expect((await failureOf(clients.health.check({}))).code).toBe(Code.Unavailable);
    via.setTls(nextClient);
    await works(clients);
  });
});
