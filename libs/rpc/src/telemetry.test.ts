import '@patchbay/telemetry/fresh-modules';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { Code, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { serviceNames } from '@patchbay/platform/services';
import { metricTable } from '@patchbay/telemetry/metric-table';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { createAuthority } from '@patchbay/testing/certificates';
import { createLog } from '@patchbay/testing/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, createRpcTransport, type RpcTransport } from './client/client.ts';
import { ada, minterOf, verifierOf } from './fixtures/callers.fixture.ts';
import { identityRoutes, organizationRoutes } from './fixtures/platform.fixture.ts';
import { recordTelemetry } from './fixtures/telemetry.fixture.ts';
import { createRpcServer, type RpcServer } from './server/server.ts';

const telemetry = recordTelemetry();
const servers: RpcServer[] = [];
const transports: RpcTransport[] = [];

const start = async (
  service: 'identity' | 'organization',
  routes: Parameters<typeof createRpcServer>[0]['routes'],
) => {
  const server = createRpcServer({
    service,
    routes,
    verifier: verifierOf(service),
    logger: createLog().logger,
    port: 0,
    host: '127.0.0.1',
  });
  await server.start?.();
  servers.push(server);
  return `http://127.0.0.1:${server.port()}`;
};
const connectTo = (from: 'gateway' | 'identity', to: 'identity' | 'organization', baseUrl: string) => {
  const transport = createRpcTransport({ from, to, baseUrl, minter: minterOf(from) });
  transports.push(transport);
  return transport;
};

let identityUrl = '';

beforeAll(async () => {
  const organizationUrl = await start('organization', organizationRoutes([]));
  identityUrl = await start(
    'identity',
    identityRoutes(connectTo('identity', 'organization', organizationUrl), []),
  );
});
afterAll(async () => {
  for (const transport of transports) await transport.close();
  for (const server of servers) await server.stop?.();
});
const spans = () => telemetry.spans().toReversed();

describe('the trace of a call', () => {
  it('a trace has one span for each side of every call', async () => {
    const client = createClient(IdentityService, connectTo('gateway', 'identity', identityUrl));
    await inSpan(tracerOf('gateway'), 'edge', {}, () =>
      client.signUp({ organizationSlug: 'acme' }, callAs(ada)),
    );
    const chain = spans();
    const signUp = 'rpc patchbay.identity.v1.IdentityService/SignUp';
    const park = 'rpc patchbay.organization.v1.OrganizationService/ParkSignUp';
    expect(chain).toMatchObject([
      { name: 'edge', kind: 'INTERNAL', by: 'patchbay.gateway', parent: undefined },
      { name: signUp, kind: 'CLIENT', by: 'patchbay.gateway', parent: chain[0]?.id },
      { name: signUp, kind: 'SERVER', by: 'patchbay.identity', parent: chain[1]?.id },
      { name: park, kind: 'CLIENT', by: 'patchbay.identity', parent: chain[2]?.id },
      { name: park, kind: 'SERVER', by: 'patchbay.organization', parent: chain[3]?.id },
    ]);
    expect(new Set(chain.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('a deliberate refusal does not mark the span of the server as failed, a bug does', async () => {
    const client = createClient(IdentityService, connectTo('gateway', 'identity', identityUrl));
    for (const [organizationSlug, failed] of [
      ['taken', false],
      ['refused', false],
      ['bug', true],
    ] as const) {
      telemetry.resetSpans();
      await expect(client.signUp({ organizationSlug }, callAs(ada))).rejects.toMatchObject({
        name: 'ConnectError',
      });
      const ofServers = spans().filter(({ kind }) => kind === 'SERVER');
      expect(ofServers.map((span) => span.failed)).toEqual([failed, failed]);
    }
  });
});

/** How often a server has refused, by the labels of the series. */
async function refusals(): Promise<Map<string, unknown>> {
  const points = await telemetry.pointsOf(metricTable.rpcRefused.name);
  return new Map(points.map(({ attributes, value }) => [Object.values(attributes).join(' '), value]));
}

describe('the metrics of a server', () => {
  it('refused calls are exported with 0 from the start, by reason and by every service that could call', async () => {
    const counted = await refusals();
    expect([...counted.keys()].toSorted()).toEqual(
      ['token', ...serviceNames.map((service) => `caller ${service}`)].toSorted(),
    );
    expect(new Set(counted.values())).toEqual(new Set([0]));
  });

  it('a call of a service that the method does not name is counted, and fails in the trace', async () => {
    const client = createClient(IdentityService, connectTo('identity', 'identity', identityUrl));
    await expect(client.authenticate({})).rejects.toMatchObject({ name: 'ConnectError' });
    expect((await refusals()).get('caller identity')).toBe(1);
    expect(spans().map(({ kind, failed }) => [kind, failed])).toEqual([
      ['CLIENT', true],
      ['SERVER', true],
    ]);
  });

  it('a call without a valid token is counted', async () => {
    const stock = createConnectTransport({ baseUrl: identityUrl, httpVersion: '1.1' });
    await expect(createClient(IdentityService, stock).signOut({})).rejects.toMatchObject({
      code: Code.Unauthenticated,
    });
    expect((await refusals()).get('token')).toBe(1);
  });

  it('a connection without a valid client certificate is counted and logged', async () => {
    const authority = createAuthority();
    const stranger = createAuthority('Somebody else').issue(['gateway']);
    const log = createLog();
    const server = createRpcServer({
      service: 'identity',
      routes: () => {},
      verifier: verifierOf('identity'),
      logger: log.logger,
      port: 0,
      host: '127.0.0.1',
      tls: { ...authority.issue(['127.0.0.1']), ca: authority.certificate },
    });
    await server.start?.();
    servers.push(server);
    const to = { port: server.port(), host: '127.0.0.1', ca: authority.certificate };
    const handshake = async (options: ConnectionOptions) => {
      const socket = connectTls({ ...to, ...options }).on('error', () => {});
      await new Promise((resolve) => socket.resume().once('close', resolve));
    };
    const certificates = async () => (await refusals()).get('certificate');

    await handshake({ ALPNProtocols: ['spdy/3'] });
    await expect.poll(() => log.lines.length).toBe(1);
    expect(await certificates()).toBe(0);
    await handshake({ cert: stranger.certificate, key: stranger.key });
    await expect.poll(() => log.lines.length).toBe(2);
    expect(await certificates()).toBe(1);
    expect(log.lines).toMatchObject([
      { level: 'info', address: '127.0.0.1', msg: 'TLS handshake failed' },
      {
        level: 'info',
        address: '127.0.0.1',
        reason: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        msg: 'connection refused: no valid client certificate',
      },
    ]);
  });

  it('the duration of calls is measured by method and failure code', async () => {
    const client = createClient(IdentityService, connectTo('gateway', 'identity', identityUrl));
    await client.authenticate({});
    await expect(client.updateUser({})).rejects.toMatchObject({ name: 'ConnectError' });
    const points = await telemetry.pointsOf(metricTable.rpcServerDuration.name);
    const measured = points.map(({ attributes }) => attributes);
    const service = { 'rpc.system': 'connect_rpc', 'rpc.service': 'patchbay.identity.v1.IdentityService' };
    expect(measured).toContainEqual({
      ...service,
      'rpc.method': 'Authenticate',
      'patchbay.failure_code': 'ok',
    });
    expect(measured).toContainEqual({
      ...service,
      'rpc.method': 'UpdateUser',
      'patchbay.failure_code': 'unimplemented',
    });
  });
});
