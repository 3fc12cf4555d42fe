import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { HandlerContext } from '@connectrpc/connect';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { invalid } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { Integration, integrationExample } from '../../schemas/integration.ts';
import { apiKeyHeader, bearer, post, startGateway } from '../../testing/gateway.ts';
import { integration, shownIntegration } from '../../testing/integrations.ts';
import { organization, user, workspace } from '../../testing/values.ts';
import { operations } from '../index.ts';

const all = '/v1/organizations/acme/workspaces/brand/integrations';
const one = `${all}/${integration.id}`;
const named = { integrationId: integration.id };
const withUrl = { ...shownIntegration, connectUrl: shownIntegration.connectLink.connectUrl };

interface Row {
  readonly id: string;
  readonly path: string;
  readonly body?: unknown;
  readonly answer: unknown;
  /** The request that integration's method of the same name gets. */
  readonly request: object;
}

const rows: Row[] = [
  {
    id: 'listIntegrations',
    path: `${all}?status=error&provider=criteo`,
    answer: { integrations: [shownIntegration] },
    request: { status: 'error', provider: 'criteo' },
  },
  {
    id: 'createIntegration',
    path: all,
    body: {
      provider: 'example_ads',
      name: 'Spring',
      settings: { region: 'eu', seat: 7, test: false },
      returnUrl: 'https://agency.example/done?x=1#y',
      connectLinkExpiresInDays: 30,
    },
    answer: { ...withUrl, name: 'Spring' },
    request: {
      provider: 'example_ads',
      name: 'Spring',
      settings: { region: 'eu', seat: 7, test: false },
      returnUrl: 'https://agency.example/done?x=1#y',
      connectLinkExpiresInDays: 30,
    },
  },
  { id: 'getIntegration', path: one, answer: shownIntegration, request: named },
  {
    id: 'updateIntegration',
    path: `${all}/${integration.id.toUpperCase()}`,
    body: { name: 'Autumn', settings: { region: ' us ' }, returnUrl: 'http://localhost/done' },
    answer: { ...shownIntegration, name: 'Autumn' },
    request: {
      ...named,
      name: 'Autumn',
      settings: { region: ' us ' },
      returnUrl: 'http://localhost/done',
    },
  },
  { id: 'deleteIntegration', path: one, answer: undefined, request: named },
  {
    id: 'connectIntegration',
    path: `${one}/credentials`,
    body: { clientId: ' id ', constructor: 'x', seat: 7, test: true },
    answer: { ...shownIntegration, connectLink: null },
    request: { ...named, fields: { clientId: ' id ', constructor: 'x', seat: 7, test: true } },
  },
  {
    id: 'issueConnectLink',
    path: `${one}/connect-link`,
    body: { expiresInDays: 1 },
    answer: withUrl,
    request: { ...named, expiresInDays: 1 },
  },
  { id: 'revokeConnectLink', path: `${one}/connect-link`, answer: undefined, request: named },
  {
    id: 'disableIntegration',
    path: `${one}/disable`,
    answer: { ...shownIntegration, status: 'disabled' },
    request: named,
  },
  { id: 'enableIntegration', path: `${one}/enable`, answer: shownIntegration, request: named },
  { id: 'verifyIntegration', path: `${one}/verify`, answer: shownIntegration, request: named },
];

const send = ({ body }: Pick<Row, 'body'>, method: string, headers: Record<string, string>): RequestInit => ({
  ...(body === undefined ? { headers } : post(body, headers)),
  method,
});

describe.each(rows)('$id', (row) => {
  const operation = operations.find(({ id }) => id === row.id);
  const method = operation?.method ?? 'GET';

  it('an operation on integrations resolves access first and makes one call to integration', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(row.path, send(row, method, bearer));
    expect(response.status).toBe(operation?.answer.status);
    const text = await response.text();
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(row.answer);
    expect(calls).toMatchObject([
      { method: 'authenticate' },
      { method: 'resolveAccess', request: { organizationSlug: 'acme', workspaceSlug: 'brand' } },
      // Refused credentials are counted by the provider too.
      ...(row.id === 'connectIntegration' ? [{ method: 'getIntegration', request: named }] : []),
      {
        method: row.id,
        request: row.request,
        call: {
          caller: { type: 'user', userId: user.id },
          access: { workspace: { id: workspace.id, slug: 'brand', role: 'admin' } },
        },
      },
    ]);
  });
});

const attempts = rows.filter(({ id }) => /^(connect|verify|enable)Integration$/.test(id));

describe.each(attempts)('the attempts of $id', (row) => {
  const limits = { attemptPerOrganization: { limit: 1, windowSeconds: 60 } };
  const init = send(row, 'POST', bearer);

  it('attempts of all operations are limited together per organization', async () => {
    const { fetch, calls } = await startGateway({ limits });
    const first = await fetch(row.path, init);
    expect(first.status).toBe(200);
    expect(first.headers.get('ratelimit')).toContain('"attemptPerOrganization";r=0;');
    for (const { path, body } of attempts)
      expect((await fetch(path, send({ body }, 'POST', bearer))).status).toBe(429);
    const verify = `${one}/verify`;
    expect((await fetch(verify, { method: 'POST', headers: apiKeyHeader('workspace') })).status).toBe(429);
    expect(calls.filter(({ method }) => /^(connect|verify|enable)Integration$/.test(method))).toHaveLength(1);
  });

  it('an attempt that never reached a provider does not count', async () => {
    const failure = invalid({ path: 'clientId', message: 'is required' });
    const { fetch } = await startGateway({
      implementations: { integration: { [row.id]: () => Promise.reject(failure) } },
      limits,
    });
    for (let index = 0; index < 3; index += 1) expect((await fetch(row.path, init)).status).toBe(400);
  });
});

it.each(rows.filter(({ path }) => path.startsWith(`${all}/`)))(
  '$id knows no id that is none',
  async (row) => {
    const { fetch, calls } = await startGateway();
    const method = operations.find(({ id }) => id === row.id)?.method ?? 'GET';
    const malformed = row.path.replace(/[\w-]{36}/, '1');
    expect((await fetch(malformed, send(row, method, bearer))).status).toBe(404);
    expect(calls.some((call) => call.method === row.id)).toBe(false);
  },
);

it('the tests cover every operation on integrations', () => {
  const ids = operations
    .filter(({ group, path }) => group === 'integrations' && path.includes('{workspaceSlug}'))
    .map(({ id }) => id);
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

describe('an integration', () => {
  it('an integration is answered with every field of the OpenAPI document', async () => {
    const { connectLink: _none, ...values } = integrationExample;
    const time = (text: string | null) => (text === null ? undefined : timestampFromDate(new Date(text)));
    const message = {
      ...values,
      category: values.category ?? undefined,
      authMethod: values.authMethod ?? undefined,
      statusDetail: 'Refused.',
      lastError: 'Down.',
      connectedAccount: values.connectedAccount ?? undefined,
      returnUrl: values.returnUrl ?? undefined,
      createdByEmail: values.createdByEmail ?? undefined,
      statusCheckedAt: time(values.statusCheckedAt),
      lastErrorAt: time(values.createdAt),
      connectedAt: time(values.connectedAt),
      createdAt: time(values.createdAt),
      updatedAt: time(values.updatedAt),
      authorizationEndsAt: time(values.createdAt),
      lastUsedAt: time(values.lastUsedAt),
      accounts: { accounts: [{ id: '4445556666', name: 'Nordlicht GmbH' }] },
    };
    const { fetch } = await startGateway({
      implementations: { integration: { getIntegration: () => ({ integration: message }) } },
    });
    const shown = await (await fetch(one, { headers: bearer })).json();
    expect(shown).toEqual({
      ...integrationExample,
      statusDetail: 'Refused.',
      lastError: 'Down.',
      lastErrorAt: values.createdAt,
      authorizationEndsAt: values.createdAt,
    });
    expect(Object.keys(shown as object).toSorted()).toEqual(Object.keys(Integration.shape).toSorted());
  });

  it('a missing integration or connect link in an answer of integration is a 500', async () => {
    const { fetch } = await startGateway({
      implementations: {
        integration: {
          getIntegration: () => ({}),
          issueConnectLink: () => ({ integration: { ...integration, connectLink: undefined } }),
        },
      },
    });
    expect((await fetch(one, { headers: bearer })).status).toBe(500);
    expect((await fetch(`${one}/connect-link`, { method: 'POST', headers: bearer })).status).toBe(500);
  });
});

describe('a new integration', () => {
  const create = { provider: 'example_ads', name: 'Nordlicht' };

  it('a new integration has no settings, no return URL, a link of seven days and access to read by default', async () => {
    const { fetch, calls } = await startGateway();
    expect((await fetch(all, post(create, bearer))).status).toBe(201);
    expect(calls.at(-1)?.request).toMatchObject({
      ...create,
      settings: {},
      connectLinkExpiresInDays: 7,
      access: 'read',
    });
    expect(calls.at(-1)?.request).not.toHaveProperty('returnUrl');
    expect((await fetch(all, post({ ...create, access: 'manage' }, bearer))).status).toBe(201);
    expect(calls.at(-1)?.request).toMatchObject({ access: 'manage' });
  });

  it.each([
    [{ ...create, provider: 1 }, 'provider', 'must be a string'],
    [{ ...create, settings: [] }, 'settings', 'must be an object'],
    [
      { ...create, settings: { region: null } },
      'settings.region',
      'must be a string, a whole number, true or false',
    ],
    [
      { ...create, settings: { seat: 1.5 } },
      'settings.seat',
      'must be a string, a whole number, true or false',
    ],
    [{ ...create, connectLinkExpiresInDays: 1.5 }, 'connectLinkExpiresInDays', 'must be a whole number'],
  ])('a new integration is refused as %j', async (body, path, message) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(all, post(body, bearer));
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { path: string }[] };
    expect(errors.find((error) => error.path === path)).toEqual({ path, message });
    expect(calls.some(({ method }) => method === 'createIntegration')).toBe(false);
  });
});

describe('a changed integration', () => {
  const change = async (body: unknown) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(one, { ...post(body, bearer), method: 'PATCH' });
    return { status: response.status, request: calls.at(-1)?.request };
  };

  it('an update keeps fields that are left out', async () => {
    const { status, request } = await change({});
    expect(status).toBe(200);
    for (const name of ['name', 'settings', 'returnUrl']) expect(request).not.toHaveProperty(name);
  });

  it('an update with null removes the return URL', async () => {
    expect((await change({ returnUrl: null })).request).toMatchObject({ clearReturnUrl: true });
    expect((await change({ returnUrl: '' })).request).toMatchObject({ returnUrl: '', clearReturnUrl: false });
  });

  it('an update with an empty object removes the settings', async () => {
    expect((await change({ settings: {} })).request).toMatchObject({ settings: {} });
  });

  it('an update cannot change provider or status', async () => {
    expect((await change({ provider: 'other_ads' })).status).toBe(400);
    expect((await change({ status: 'active' })).status).toBe(400);
  });
});

describe('values of fields', () => {
  const connect = async (body: string) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(`${one}/credentials`, { ...post({}, bearer), body });
    return { status: response.status, problem: await response.json(), calls };
  };

  it.each([
    ['{"__proto__": "x"}', '__proto__', 'is not known'],
    ['{"a": ["x"]}', 'a', 'must be a string, a whole number, true or false'],
    ['"text"', '', 'must be an object'],
    ['', '', 'is required'],
  ])('credentials are refused as %s', async (body, path, message) => {
    const { status, problem, calls } = await connect(body);
    expect(status).toBe(400);
    expect(problem).toMatchObject({ errors: [{ path, message }] });
    expect(calls.some(({ method }) => method === 'connectIntegration')).toBe(false);
  });

  it('credential fields may have any name', async () => {
    const { status, calls } = await connect('{"constructor": "x", "toString": "y", "": "z"}');
    expect(status).toBe(200);
    expect(calls.at(-1)?.request).toMatchObject({ fields: { constructor: 'x', toString: 'y', '': 'z' } });
  });
});

describe('filters', () => {
  it('filters that are not given are left out', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(all, { headers: bearer });
    for (const name of ['status', 'provider']) expect(calls.at(-1)?.request).not.toHaveProperty(name);
  });

  it.each([
    ['status=broken', 'status'],
    ['state=active', 'state'],
    ['status=active&status=error', 'status'],
  ])('filters refuse %s', async (query, path) => {
    const { fetch } = await startGateway();
    const response = await fetch(`${all}?${query}`, { headers: bearer });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path }] });
  });
});

describe('an operation in which integration asks a provider', () => {
  it('operations that call a provider have a longer deadline', async () => {
    const seconds: (number | undefined)[] = [];
    const answer = (_request: unknown, context: HandlerContext) => {
      const left = context.timeoutMs();
      seconds.push(left && Math.ceil(left / 1_000));
      return { integration };
    };
    const { fetch } = await startGateway({
      timeoutMs: 9_000,
      implementations: {
        integration: {
          connectIntegration: answer,
          enableIntegration: answer,
          verifyIntegration: answer,
          disableIntegration: answer,
        },
      },
    });
    await fetch(`${one}/credentials`, post({}, bearer));
    for (const verb of ['enable', 'verify', 'disable'])
      await fetch(`${one}/${verb}`, { method: 'POST', headers: bearer });
    expect(seconds).toEqual([30, 30, 30, 9]);
  });
});

describe('listOrganizationIntegrations', () => {
  const list = '/v1/organizations/acme/integrations';
  const shown = { ...shownIntegration, workspace: { slug: workspace.slug, name: workspace.name } };
  const counts = { pending: 1, active: 0, error: 0, disabled: 0, ending: 0 };

  it('the list of an organization resolves access first and makes one call to integration', async () => {
    const { fetch, calls } = await startGateway();
    const query = `status=error&provider=criteo&workspaceSlug=brand&endsBefore=2026-12-01T00:00:00Z&q=%20Nord%25&cursor=x&limit=200`;
    const response = await fetch(`${list}?${query}`, { headers: bearer });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ integrations: [shown], nextCursor: 'next', counts });
    expect(calls).toMatchObject([
      { method: 'authenticate' },
      {
        method: 'resolveAccess',
        request: { organizationSlug: 'acme', workspaceSlug: 'brand', workspaceOptional: true },
      },
      {
        method: 'listOrganizationIntegrations',
        request: {
          status: 'error',
          provider: 'criteo',
          workspaceSlug: 'brand',
          endsBefore: timestampFromDate(new Date('2026-12-01')),
          q: 'Nord%',
          cursor: 'x',
          limit: 200,
          workspaces: { ids: [workspace.id] },
        },
        call: { caller: { type: 'user', userId: user.id }, access: { organization: { slug: 'acme' } } },
      },
    ]);
    await fetch(list, { headers: bearer });
    expect(calls.at(-1)?.request).not.toHaveProperty('workspaces');
    await fetch(`${list}?workspaceSlug=nowhere`, { headers: bearer });
    expect(calls.at(-1)?.request).toMatchObject({ workspaces: { ids: [] } });
  });

  it('for a guest organization says which workspaces are listed, whatever the request says', async () => {
    const access = { organization: { id: organization.id, slug: 'acme', name: 'Acme', role: Role.GUEST } };
    const { fetch, calls } = await startGateway({
      implementations: { organization: { resolveAccess: () => ({ access }) } },
    });
    expect((await fetch(list, { headers: bearer })).status).toBe(200);
    expect(calls).toMatchObject([
      { method: 'authenticate' },
      { method: 'resolveAccess' },
      {
        method: 'listWorkspaces',
        request: { organizationSlug: 'acme' },
        call: { caller: { userId: user.id } },
      },
      {
        method: 'listOrganizationIntegrations',
        request: { workspaces: { ids: [workspace.id] } },
      },
    ]);
    expect((await fetch(`${list}?workspaces=${workspace.id}`, { headers: bearer })).status).toBe(400);
  });

  it.each([
    'status=broken',
    'provider=nobody',
    'q=',
    `q=${'x'.repeat(101)}`,
    'endsBefore=tomorrow',
    'workspaceSlug=No%20slug',
    `cursor=${'x'.repeat(1_025)}`,
  ])('the query %s is a 400 that names its parameter', async (query) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(`${list}?${query}`, { headers: bearer });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(query.split('=')[0]);
    expect(calls.map(({ method }) => method)).toEqual(['authenticate']);
  });

  it('an answer without counts is a 500', async () => {
    const { fetch } = await startGateway({
      implementations: { integration: { listOrganizationIntegrations: () => ({}) } },
    });
    expect((await fetch(list, { headers: bearer })).status).toBe(500);
  });
});
