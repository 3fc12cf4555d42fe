import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionOptions, connect as connectTls, type SecureVersion } from 'node:tls';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '@patchbay/contracts/grpc/health/v1/health';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { createAuthority } from '@patchbay/testing/certificates';
import { describe, expect, it, onTestFinished } from 'vitest';
import { minterOf } from './callers.fixture.ts';
import { createRpcTransport } from './client.ts';
import { emptyRoutes } from './contracts.fixture.ts';
import { failureOf } from './failure.fixture.ts';
import { startPortProcess } from './port/port-process.fixture.ts';
import { http1Request } from './port/raw-connection.fixture.ts';
import type { RpcServer } from './server.ts';
import { closing, start } from './servers.fixture.ts';
import { collect } from './streams/export.fixture.ts';
import { clientTlsOptions, type RpcTls } from './tls.ts';

const authority = createAuthority();
const ca = authority.certificate;
const server = authority.issue(['127.0.0.1']);
const client = authority.issue(['gateway']);
const stranger = createAuthority('Somebody else').issue(['127.0.0.1']);
const expired = { from: new Date(Date.now() - 7_200_000), until: new Date(Date.now() - 3_600_000) };

const startAudit = (tls: RpcTls, connectionLimits = {}) =>
  start({ service: 'audit', routes: emptyRoutes('audit'), tls, connectionLimits });
const urlOf = (audit: RpcServer, scheme = 'https') => `${scheme}://127.0.0.1:${audit.port()}`;

function clientsOf(audit: RpcServer, tls: RpcTls, scheme?: string) {
  const via = createRpcTransport({
    from: 'gateway',
    to: 'audit',
    baseUrl: urlOf(audit, scheme),
    tls,
    minter: minterOf('gateway'),
  });
  closing.push(() => via.close());
  return { health: createClient(Health, via), audit: createClient(AuditService, via) };
}

/** How a unary call and a stream fail. */
async function failuresOf(audit: RpcServer, tls: RpcTls, scheme?: string) {
  const clients = clientsOf(audit, tls, scheme);
  const { failure } = await collect(clients.audit.exportAuditLogs({}));
  return [(await failureOf(clients.health.check({}))).code, ConnectError.from(failure).code];
}
const unreachable = [Code.Unavailable, Code.Unavailable];

const closeOf = (socket: Socket): Promise<'closed'> =>
  new Promise((resolve) => socket.resume().once('close', () => resolve('closed')));

describe('a server with a certificate', () => {
  it('serves unary calls, streams and probes of clients that trust its authority', async () => {
    const audit = await startAudit(server);
    const clients = clientsOf(audit, { ca });
    expect((await clients.health.check({})).status).toBe(Status.SERVING);
    expect(await clients.audit.listAuditLogs({})).toMatchObject({ nextCursor: '' });
    expect(await collect(clients.audit.exportAuditLogs({}))).toEqual({ ids: [] });
  });

  it('serves Connect and gRPC of others, over the version of HTTP that the handshake agrees on', async () => {
    const audit = await startAudit(server);
    const nodeOptions = { ca };
    const options = { baseUrl: urlOf(audit), nodeOptions };
    for (const via of [
      createConnectTransport({ ...options, httpVersion: '1.1' }),
      createConnectTransport({ ...options, httpVersion: '2' }),
      createGrpcTransport(options),
    ]) {
      expect((await createClient(Health, via).check({})).status).toBe(Status.SERVING);
    }
    const agreed = async (ALPNProtocols?: string[]) => {
      const to: ConnectionOptions = { port: audit.port(), host: '127.0.0.1', ca };
      const socket = connectTls({ ...to, ...(ALPNProtocols && { ALPNProtocols }) });
      await once(socket, 'secureConnect');
      socket.destroy();
      return socket.alpnProtocol;
    };
    expect(await agreed(['h2', 'http/1.1'])).toBe('h2');
    expect(await agreed(['http/1.1'])).toBe('http/1.1');
    expect(await agreed()).toBe(false);
    await expect(agreed(['spdy/3'])).rejects.toThrow('no application protocol');
  });

  it('is refused by a client that does not trust its authority', async () => {
    expect(await failuresOf(await startAudit(stranger), { ca })).toEqual(unreachable);
    expect(await failuresOf(await startAudit(server), {})).toEqual(unreachable);
  });

  it('is refused for another name, and once it has expired', async () => {
    expect(await failuresOf(await startAudit(authority.issue(['127.0.0.2', 'audit'])), { ca })).toEqual(
      unreachable,
    );
    expect(await failuresOf(await startAudit(authority.issue(['127.0.0.1'], expired)), { ca })).toEqual(
      unreachable,
    );
  });

  it('does not answer a client without TLS', async () => {
    const audit = await startAudit(server);
    expect(await failuresOf(audit, { ca }, 'http')).toEqual(unreachable);
  });

  it('speaks TLS 1.2 and later, whatever the default of Node is', async () => {
    // Without these flags Node and OpenSSL refuse TLS 1.1 on their own.
    const flags = ['--tls-min-v1.0', '--tls-cipher-list=DEFAULT@SECLEVEL=0'];
    const { port, kill } = await startPortProcess(server, flags);
    onTestFinished(kill);
    const versionOf = async (maxVersion: SecureVersion) => {
      const socket = connectTls({
        port: port(),
        host: '127.0.0.1',
        ca,
        minVersion: 'TLSv1',
        maxVersion,
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      await once(socket, 'secureConnect');
      const version = socket.getProtocol();
      socket.destroy();
      return version;
    };
    expect(await versionOf('TLSv1.2')).toBe('TLSv1.2');
    await expect(versionOf('TLSv1.1')).rejects.toThrow(/alert protocol version/);
    expect(clientTlsOptions({}).minVersion).toBe('TLSv1.2');
  });

  it('keeps connections whose handshake has ended longer than it waits for that', async () => {
    const audit = await startAudit(server, { beginMs: 200 });
    const socket = connectTls({ port: audit.port(), host: '127.0.0.1', ca });
    await once(socket, 'secureConnect');
    await sleep(500);
    socket.write(http1Request);
    expect((await socket.toArray()).join('')).toContain('SERVING');
  });

  it('closes connections whose handshake does not end', async () => {
    const audit = await startAudit(server, { beginMs: 200 });
    for (const bytes of ['', '\u0016', '\u0016\u0003\u0001\u0001']) {
      const socket = connectTcp(audit.port(), '127.0.0.1');
      if (bytes !== '') socket.write(bytes);
      expect(await closeOf(socket)).toBe('closed');
    }
  });

  it('closes connections that stay silent after it', async () => {
    const audit = await startAudit(server, { beginMs: 200, requestMs: 300, checkMs: 50 });
    for (const protocol of ['h2', 'http/1.1']) {
      const options = { port: audit.port(), host: '127.0.0.1', ca, ALPNProtocols: [protocol] };
      expect(await closeOf(connectTls(options))).toBe('closed');
    }
  });

  it('drains while a handshake hangs', async () => {
    const audit = await startAudit(server);
    const socket = connectTcp(audit.port(), '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    expect((await clientsOf(audit, { ca }).health.check({})).status).toBe(Status.SERVING);
    const startedAt = performance.now();
    await audit.drain?.(AbortSignal.timeout(9_000));
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });
});

describe('a server without one', () => {
  it('is not reached by a client of https', async () => {
    expect(await failuresOf(await startAudit({}), { ca })).toEqual(unreachable);
  });
});

describe('a server with an authority', () => {
  const mutual = { ...server, ca };

  it('serves clients with a certificate of it', async () => {
    const audit = await startAudit(mutual);
    const clients = clientsOf(audit, { ...client, ca });
    expect(await clients.audit.listAuditLogs({})).toMatchObject({ nextCursor: '' });
    expect(await collect(clients.audit.exportAuditLogs({}))).toEqual({ ids: [] });
    const nodeOptions = { ca, cert: client.certificate, key: client.key };
    const grpc = createGrpcTransport({ baseUrl: urlOf(audit), nodeOptions });
    expect((await createClient(Health, grpc).check({})).status).toBe(Status.SERVING);
  });

  it.each([
    ['without a certificate', {}],
    ['with one of another authority', stranger],
    ['with an expired one', authority.issue(['gateway'], expired)],
  ])('refuses clients %s', async (_what, own) => {
    expect(await failuresOf(await startAudit(mutual), { ...own, ca })).toEqual(unreachable);
  });
});
