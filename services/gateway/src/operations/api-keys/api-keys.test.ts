import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { ApiKeyLevel } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, bearer, post, startGateway } from '../../testing/gateway.ts';
import { apiKey, keys } from '../../testing/keys.ts';
import { user } from '../../testing/values.ts';
import { operations } from '../index.ts';

const all = '/v1/organizations/acme/api-keys';
const one = `${all}/${apiKey.id}`;
const organizationSlug = 'acme';
const named = { organizationSlug, apiKeyId: apiKey.id };

const shown = {
  id: apiKey.id,
  name: 'Reporting',
  prefix: 'pby_7Qd2mXr9TfK',
  level: 'workspace',
  role: 'viewer',
  workspace: 'Brand campaigns',
  workspaceSlug: 'brand',
  creatorEmail: user.email,
  status: 'active',
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: '2027-02-13T09:30:00.000Z',
  lastRequest: '2026-11-15T11:02:00.000Z',
};

interface Row {
  readonly id: string;
  readonly path: string;
  readonly body?: unknown;
  readonly answer: unknown;
  /** The request that organization's method of the same name gets. */
  readonly request: object;
}

const rows: Row[] = [
  { id: 'listApiKeys', path: all, answer: { apiKeys: [shown] }, request: { organizationSlug } },
  {
    id: 'createApiKey',
    path: all,
    body: {
      name: ' Nightly ',
      level: 'workspace',
      role: 'member',
      workspaceSlug: 'brand',
      expiresInDays: 365,
    },
    answer: { ...shown, name: 'Nightly', role: 'member', key: keys.user.key },
    request: {
      organizationSlug,
      name: 'Nightly',
      level: ApiKeyLevel.WORKSPACE,
      role: Role.MEMBER,
      workspaceSlug: 'brand',
      expiresInDays: 365,
    },
  },
  { id: 'getApiKey', path: one, answer: shown, request: named },
  {
    id: 'updateApiKey',
    path: `${all}/${apiKey.id.toUpperCase()}`,
    body: { name: 'Weekly' },
    answer: { ...shown, name: 'Weekly' },
    request: { ...named, name: 'Weekly' },
  },
  { id: 'disableApiKey', path: `${one}/disable`, answer: { ...shown, status: 'disabled' }, request: named },
  { id: 'enableApiKey', path: `${one}/enable`, answer: shown, request: named },
  { id: 'revokeApiKey', path: `${one}/revoke`, answer: { ...shown, status: 'revoked' }, request: named },
  {
    id: 'rotateApiKey',
    path: `${one}/rotate`,
    body: { graceHours: 168, expiresInDays: 1 },
    answer: { ...shown, key: keys.workspace.key },
    request: { ...named, graceHours: 168, expiry: { case: 'expiresInDays', value: 1 } },
  },
];

describe.each(rows)('$id', ({ id, path, body, answer, request }) => {
  const operation = operations.find((candidate) => candidate.id === id);
  const method = operation?.method ?? 'GET';

  it('an operation on API keys is one call after authentication, apart from calls for limits', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(path, {
      ...(body === undefined ? { headers: bearer } : post(body, bearer)),
      method,
    });
    expect(response.status).toBe(operation?.answer.status);
    expect(await response.json()).toEqual(answer);
    expect(calls).toMatchObject([
      { method: 'authenticate' },
      ...(method === 'GET' || operation?.takesAway ? [] : [{ method: 'resolveAccess' }]),
      { method: id, request, call: { caller: { type: 'user', userId: user.id } } },
    ]);
  });

  it('operations on API keys refuse API keys', async () => {
    const { fetch, calls } = await startGateway();
    expect((await fetch(path, { method })).status).toBe(401);
    expect((await fetch(path, { method, headers: apiKeyHeader('organization') })).status).toBe(401);
    expect(calls).toEqual([]);
  });
});

it('the tests cover every operation on API keys', () => {
  const ids = operations.filter(({ group }) => group === 'api-keys').map(({ id }) => id);
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

describe('a new key', () => {
  it.each([
    [
      { name: 'A', level: 'user' },
      { level: ApiKeyLevel.USER, role: Role.UNSPECIFIED, workspaceSlug: '', expiresInDays: undefined },
    ],
    [
      { name: 'A', level: 'organization', role: 'admin', expiresInDays: null },
      { level: ApiKeyLevel.ORGANIZATION, role: Role.ADMIN, workspaceSlug: '', expiresInDays: undefined },
    ],
  ])('the new key %j is requested with the fields of its level', async (body, request) => {
    const { fetch, calls } = await startGateway();
    expect((await fetch(all, post(body, bearer))).status).toBe(201);
    const asked = calls.at(-1)?.request as Record<string, unknown>;
    expect(Object.fromEntries(Object.keys(request).map((field) => [field, asked[field]]))).toEqual(request);
  });
});

describe('a rotation', () => {
  it.each([
    ['no body', undefined, { graceHours: 0, expiry: { case: undefined } }],
    ['an empty one', {}, { graceHours: 0, expiry: { case: undefined } }],
    ['null', { expiresInDays: null }, { graceHours: 0, expiry: { case: 'neverExpires', value: true } }],
    ['hours alone', { graceHours: 1 }, { graceHours: 1, expiry: { case: undefined } }],
  ])('a new key with %s is requested with its expiry', async (_what, body, request) => {
    const { fetch, calls } = await startGateway();
    const path = `${one}/rotate`;
    const sent = body === undefined ? { method: 'POST', headers: bearer } : post(body, bearer);
    expect((await fetch(path, sent)).status).toBe(201);
    expect(calls.at(-1)?.request).toMatchObject({ ...named, ...request });
  });
});

describe('what does not apply to a key', () => {
  it('optional fields of a key are left out or null', async () => {
    const {
      workspaceName: _name,
      workspaceSlug: _slug,
      lastRequestAt: _used,
      expiresAt: _end,
      ...rest
    } = apiKey;
    const own = { ...rest, level: ApiKeyLevel.USER, role: Role.UNSPECIFIED };
    const { fetch } = await startGateway({
      implementations: { apiKeys: { getApiKey: () => ({ apiKey: own }) } },
    });
    const { workspace: _w, workspaceSlug: _s, lastRequest: _l, ...left } = shown;
    expect(await (await fetch(one, { headers: bearer })).json()).toEqual({
      ...left,
      level: 'user',
      role: null,
      expiresAt: null,
    });
  });
});
