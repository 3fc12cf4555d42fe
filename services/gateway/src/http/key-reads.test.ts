import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CallOptions } from '@connectrpc/connect';
import { forbidden, unauthenticated, unavailable } from '@patchbay/errors/failure';
import { createLog } from '@patchbay/testing/log';
import { mintApiKey } from '@patchbay/tokens/api-key';
import { describe, expect, it } from 'vitest';
import { ownerOf } from '../operation/group.ts';
import { defineOperation, type Operation } from '../operation/operation.ts';
import type { Services } from '../operation/services.ts';
import { operations } from '../operations/index.ts';
import { getOrganization as readOrganization } from '../operations/organizations/get-organization.ts';
import { organizationExample } from '../schemas/organization.ts';
import { apiKeyHeader, startGateway, type TestGateway } from '../testing/gateway.ts';
import { keys } from '../testing/keys.ts';
import { organization, user } from '../testing/values.ts';

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });
const path = '/v1/organizations/acme';
const headers = apiKeyHeader('user');

const methodsOf = ({ calls }: Pick<TestGateway, 'calls'>) => calls.map(({ method }) => method);

describe('a read of organization by a key', () => {
  const answeredByTheRow = ['listOrganizations', 'getOrganization', 'getWorkspace'];
  const reads = operations.filter(
    ({ method, group, credentials }) =>
      method === 'GET' && credentials === 'session or key' && ownerOf[group] === 'organization',
  );
  const get = ({ path: template, keyLevels: [level = 'user'] = [] }: Operation, gateway: TestGateway) =>
    gateway.fetch(template.replace('{orgSlug}', 'acme').replace('{workspaceSlug}', 'brand'), {
      headers: apiKeyHeader(level),
    });

  it.each(reads.filter(({ id }) => answeredByTheRow.includes(id)))('is one call: $id', async (operation) => {
    const gateway = await startGateway();
    const answer = await get(operation, gateway);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit')).toContain('requestPerCaller');
    // Nothing but `requestPerCaller` is counted for these.
    expect(operation.limits).toBeUndefined();
    // The second one is what the stand-in of organization runs for the key.
    expect(methodsOf(gateway)).toEqual(['read', operation.id]);
    const [read, run] = gateway.calls;
    const [level = 'user'] = operation.keyLevels ?? [];
    expect(read).toMatchObject({
      request: { reads: [{ key: keys[level].key, request: { case: operation.id } }] },
      call: { caller: { type: 'system' } },
    });
    expect(run?.call.caller).toMatchObject({ type: 'api_key', creator: { userId: user.id } });
  });

  it.each(reads.filter(({ id }) => !answeredByTheRow.includes(id)))(
    'is not run beyond the limit of the key where it takes more than the row of the key: $id',
    async (operation) => {
      const gateway = await startGateway({ limits: { requestPerCaller: perMinute(1) } });
      expect((await get(operation, gateway)).status).toBe(200);
      expect((await get(operation, gateway)).status).toBe(429);
      expect(methodsOf(gateway)).toEqual(['authenticateApiKey', expect.any(String), 'authenticateApiKey']);
    },
  );

  it('sends the slug of the workspace, which decides what the key may see', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(`${path}/workspaces/brand`, { headers });
    expect(calls[0]?.request).toMatchObject({ reads: [{ workspaceSlug: 'brand' }] });
  });

  it('names its request, for the log lines of organization', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(path, { headers: { ...headers, 'x-request-id': 'r1' } });
    expect(calls[0]?.request).toMatchObject({ reads: [{ requestId: 'r1' }] });
  });

  it('is two calls where the request has a body of unknown length, which is not read for a stranger', async () => {
    const { port, calls } = await startGateway();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${keys.user.key}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200/);
    expect(methodsOf({ calls })).toEqual(['authenticateApiKey', 'getOrganization']);
  });
});

describe('a handler that does not read by the key', () => {
  const handledBy = (handle: (callOptions: CallOptions, services: Services) => Promise<unknown>) =>
    startGateway({
      implementations: {
        integration: { listProviders: () => ({}) },
        audit: {
          exportAuditLogs: async function* () {
            yield {};
          },
        },
      },
      operations: [
        defineOperation({
          ...readOrganization,
          keyLevels: ['user'],
          async handle({ callOptions }, services) {
            await handle(callOptions, services);
            return organizationExample;
          },
        }),
      ],
    });

  it('is a fault where it makes no call, also for a key that is unknown', async () => {
    const { fetch, calls } = await handledBy(async () => {});
    for (const key of [keys.user.key, mintApiKey()])
      expect((await fetch(path, { headers: { 'x-api-key': key } })).status).toBe(500);
    expect(calls).toEqual([]);
  });

  it.each<[string, (callOptions: CallOptions, services: Services) => Promise<unknown>]>([
    [
      'another method',
      (options, services) => services.organization.listMembers({ organizationSlug: 'acme' }, options),
    ],
    [
      'a shared read',
      (options, services) => services.organization.resolveAccess({ organizationSlug: 'acme' }, options),
    ],
    ['another service', (options, services) => services.integration.listProviders({}, options)],
    [
      'a stream',
      async (options, services) => {
        for await (const _ of services.audit.exportAuditLogs({}, options));
      },
    ],
  ])('is a fault where it calls %s, which is not sent', async (_what, handle) => {
    const { fetch, calls } = await handledBy(handle);
    expect((await fetch(path, { headers })).status).toBe(500);
    expect(calls).toEqual([]);
  });
});

describe('reads of one event loop turn', () => {
  const getAll = async ({ port }: TestGateway, requests: readonly (readonly [string, string])[]) => {
    const socket = connect(port, '127.0.0.1');
    const heads = requests.map(
      ([target, key]) => `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`,
    );
    socket.write(heads.join('').replace(/\r\n$/, 'Connection: close\r\n\r\n'));
    const answers = (await text(socket)).split(/(?=HTTP\/1\.1 \d)/);
    return answers.map((answer) => Number(answer.slice(9, 12)));
  };

  it('are one call, and each gets its own answer', async () => {
    const gateway = await startGateway();
    const statuses = await getAll(gateway, [
      [path, keys.user.key],
      [path, mintApiKey()],
      ['/v1/organizations/other', keys.user.key],
      ['/v1/organizations', keys.organization.key],
      [`${path}/workspaces/brand`, keys.workspace.key],
    ]);
    expect(statuses).toEqual([200, 401, 404, 200, 200]);
    expect(gateway.calls.filter(({ method }) => method === 'read')).toHaveLength(1);
  });
});

describe('refusals of a read by a key', () => {
  it('count an unknown key as a failed credential, and refuse after too many without a call', async () => {
    const { fetch, calls } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(1) } });
    const unknown = { 'x-api-key': mintApiKey() };
    expect((await fetch(path, { headers: unknown })).status).toBe(401);
    expect((await fetch(path, { headers })).status).toBe(429);
    expect(calls).toHaveLength(1);
  });

  it('do not count a refusal of the read itself as a failed credential', async () => {
    const { fetch } = await startGateway({
      limits: { failedCredentialPerAddress: perMinute(1) },
      implementations: {
        organization: { getOrganization: () => Promise.reject(unauthenticated('Not here.', 'key_disabled')) },
      },
    });
    for (const _ of [1, 2]) expect((await fetch(path, { headers })).status).toBe(401);
  });

  it.each([
    ['is refused', () => Promise.reject(forbidden('Only admins.')), 403],
    ['is answered', () => ({}), 500],
  ])('say nothing about a read that %s once the limit is reached', async (_what, getOrganization, status) => {
    const { fetch } = await startGateway({
      limits: { requestPerCaller: perMinute(1) },
      implementations: { organization: { getOrganization } },
    });
    const first = await fetch(path, { headers });
    expect(first.status).toBe(status);
    expect(first.headers.get('ratelimit')).toMatch(/"requestPerCaller";r=0/);
    expect((await fetch(path, { headers })).status).toBe(429);
  });

  it.each([
    ['a bug', () => Promise.reject(new TypeError('a bug')), 500],
    ['an outage', () => Promise.reject(unavailable('away')), 503],
  ])(
    'count a read that fails by %s for its key, and name the key in the line',
    async (_what, fail, status) => {
      const { lines, logger } = createLog();
      const gateway = await startGateway({
        limits: { requestPerCaller: perMinute(1) },
        implementations: { organization: { getOrganization: fail } },
        parts: { logger },
      });
      expect((await gateway.fetch(path, { headers })).status).toBe(status);
      expect((await gateway.fetch(path, { headers })).status).toBe(429);
      expect(lines.find(({ msg }) => msg === 'request answered')).toMatchObject({
        status,
        caller: 'api_key',
        keyId: keys.user.id,
        organizationId: organization.id,
      });
    },
  );

  it('come in the order of every operation: key, level, limit, request', async () => {
    const { fetch, calls } = await startGateway({ limits: { requestPerCaller: perMinute(1) } });
    const ask = async (target: string, key: string) =>
      (await fetch(target, { headers: { 'x-api-key': key } })).status;
    const [invalid, nowhere] = [`${path}?unknown=1`, '/v1/organizations/A%00'];
    for (const target of [invalid, nowhere]) {
      expect(await ask(target, mintApiKey())).toBe(401);
      expect(await ask(target, keys.workspace.key)).toBe(401);
    }
    expect(await ask(invalid, keys.user.key)).toBe(400);
    expect(await ask(invalid, keys.user.key)).toBe(429);
    expect(await ask(nowhere, keys.organization.key)).toBe(404);
    expect(await ask(nowhere, keys.organization.key)).toBe(429);
    expect(methodsOf({ calls }).filter((method) => method !== 'authenticateApiKey')).toEqual([]);
  });

  it('are a 503 where organization is away, which counts for nobody', async () => {
    const { fetch } = await startGateway({
      limits: { failedCredentialPerAddress: perMinute(1) },
      implementations: {
        apiKeys: { authenticateApiKey: () => Promise.reject(unavailable('the database is away')) },
      },
    });
    for (const _ of [1, 2]) expect((await fetch(path, { headers })).status).toBe(503);
  });
});
