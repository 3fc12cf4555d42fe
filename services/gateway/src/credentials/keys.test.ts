import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { internal, unauthenticated, unavailable } from '@patchbay/errors/failure';
import { mintApiKey } from '@patchbay/tokens/api-key';
import { digestOf } from '@patchbay/tokens/token';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, bearer, post, startGateway } from '../testing/gateway.ts';
import { authenticationOf, keys, lineId } from '../testing/keys.ts';
import { invitation, organization, user, workspace } from '../testing/values.ts';

const perMinute = (limit: number) => ({ limit, windowSeconds: 60 });
const inOrganization = '/v1/organizations/acme';

describe('a key', () => {
  it('one call to organization authenticates a key and resolves its access to the path', async () => {
    const { fetch, calls } = await startGateway();
    const path = `${inOrganization}/workspaces/brand`;
    const body = { email: 'grace@acme.example', role: 'member' };
    const answer = await fetch(`${path}/invitations`, post(body, apiKeyHeader('workspace')));
    expect(answer.status).toBe(201);
    const [authentication, ...others] = calls;
    const call = others.at(-1);
    expect(authentication).toMatchObject({
      method: 'authenticateApiKey',
      request: { key: keys.workspace.key, organizationSlug: 'acme', workspaceSlug: 'brand' },
      call: { caller: { type: 'system' } },
    });
    expect(call?.method).toBe('createInvitation');
    expect(call?.call.access).toMatchObject({ organization: { slug: 'acme' }, workspace: { slug: 'brand' } });
    expect(call?.call.caller).toEqual({
      type: 'api_key',
      keyId: keys.workspace.id,
      lineId,
      prefix: keys.workspace.key.slice(0, 15),
      level: 'workspace',
      role: 'admin',
      organizationId: organization.id,
      workspaceId: workspace.id,
      creator: { userId: user.id, email: user.email, name: user.name },
    });
    expect(others.map(({ method }) => method)).not.toContain('resolveAccess');
    expect(others.filter(({ method }) => method === 'authenticateApiKey')).toEqual([]);
  });

  it('a user-level key calls without a role and a workspace', async () => {
    const { fetch, calls } = await startGateway();
    await fetch('/v1/me', { headers: apiKeyHeader('user') });
    expect(calls[0]?.request).toMatchObject({ organizationSlug: '', workspaceSlug: '' });
    expect(calls[1]?.call.caller).toMatchObject({ level: 'user', role: null, workspaceId: null });
  });

  it('a key is used instead of a session that is sent with it', async () => {
    const { fetch, calls } = await startGateway();
    expect((await fetch('/v1/me', { headers: { ...bearer, ...apiKeyHeader('user') } })).status).toBe(200);
    expect(calls[1]?.call.caller).toMatchObject({ type: 'api_key' });
    const dead = { ...bearer, 'x-api-key': mintApiKey() };
    for (const path of ['/v1/me', inOrganization])
      expect((await fetch(path, { headers: dead })).status).toBe(401);
  });

  it('a malformed slug of the path is not looked up with the key', async () => {
    const { fetch, calls } = await startGateway();
    const answer = await fetch('/v1/organizations/A%00/workspaces/brand', { headers: apiKeyHeader('user') });
    expect(answer.status).toBe(404);
    expect(calls).toMatchObject([{ request: { organizationSlug: '', workspaceSlug: 'brand' } }]);
  });

  it('a user-level key reads the account of its creator', async () => {
    const { fetch, calls } = await startGateway();
    const answer = await fetch('/v1/me', { headers: apiKeyHeader('user') });
    expect(await answer.json()).toEqual(user);
    expect(calls.map(({ method }) => method)).toEqual(['authenticateApiKey', 'getUser']);
    expect(calls[1]?.call.caller).toMatchObject({ creator: { userId: user.id } });
  });
});

describe('a read that organization owns', () => {
  const reads = [
    '/v1/organizations',
    inOrganization,
    `${inOrganization}/members`,
    `${inOrganization}/invitations`,
    `${inOrganization}/workspaces`,
    `${inOrganization}/workspaces/brand`,
    `${inOrganization}/workspaces/brand/members`,
    `${inOrganization}/workspaces/brand/invitations`,
  ];

  it.each(reads)('a key is read within the one call of %s', async (path) => {
    const { fetch, calls } = await startGateway();
    const answer = await fetch(path, { headers: apiKeyHeader('organization') });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('ratelimit-policy')).toContain('"requestPerCaller"');
    const digest = Buffer.from(digestOf(keys.organization.key)).toString('base64url');
    expect(calls.map(({ call }) => call.caller)).toEqual([{ type: 'unread_key', digest }]);
  });

  it('a key is authenticated first by an organization that reads no keys within calls', async () => {
    const { fetch, calls } = await startGateway({
      implementations: {
        apiKeys: {
          authenticateApiKey: ({ key, organizationSlug }, { method }) =>
            method.localName === 'authenticateApiKey'
              ? (authenticationOf(key, organizationSlug) ?? {})
              : Promise.reject(internal('this operation is for users and API keys, not for unread_key')),
        },
      },
    });
    const answer = await fetch(inOrganization, { headers: apiKeyHeader('user') });
    expect(answer.status).toBe(200);
    expect(calls.map(({ method }) => method)).toEqual([
      'getOrganization',
      'authenticateApiKey',
      'getOrganization',
    ]);
    expect(calls[2]?.call.caller).toMatchObject({ type: 'api_key', keyId: keys.user.id });
  });

  it('an outage during the call is a 503 that is not asked again', async () => {
    const { fetch, calls } = await startGateway({
      implementations: {
        organization: { getOrganization: () => Promise.reject(unavailable('the database is away')) },
      },
    });
    expect((await fetch(inOrganization, { headers: apiKeyHeader('user') })).status).toBe(503);
    expect(calls.map(({ method }) => method)).toEqual(['getOrganization']);
  });

  it('a key over its limit gets no answer, whatever the read found', async () => {
    const { fetch } = await startGateway({ limits: { requestPerCaller: perMinute(1) } });
    const statusOf = async (path: string) => (await fetch(path, { headers: apiKeyHeader('user') })).status;
    expect(await statusOf('/v1/organizations/other')).toBe(404);
    expect(await statusOf('/v1/organizations/other')).toBe(429);
    expect(await statusOf(inOrganization)).toBe(429);
  });
});

describe('a key that is not good', () => {
  const good = mintApiKey();
  it.each([
    ['empty', ''],
    ['of another shape', 'pby_none'],
    ['with a slip', good.slice(0, -1) + (good.endsWith('0') ? '1' : '0')],
    ['sent twice', `${good}, ${good}`],
  ])('a key that is %s is a 401 without a lookup', async (_what, key) => {
    const { fetch, calls } = await startGateway({ limits: { failedCredentialPerAddress: perMinute(1) } });
    const answer = await fetch(inOrganization, { headers: { 'x-api-key': key } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ detail: 'The API key is not valid.' });
    expect(calls).toEqual([]);
    expect((await fetch(inOrganization, { headers: apiKeyHeader('user') })).status).toBe(429);
  });

  it('a key that organization refuses is a 401 with its text, and counts as a failed credential', async () => {
    const refusal = unauthenticated('The API key is disabled.');
    const { fetch } = await startGateway({
      limits: { failedCredentialPerAddress: perMinute(1) },
      implementations: { apiKeys: { authenticateApiKey: () => Promise.reject(refusal) } },
    });
    const answer = await fetch(inOrganization, { headers: apiKeyHeader('user') });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).not.toBeNull();
    expect(await answer.json()).toMatchObject({ detail: 'The API key is disabled.' });
    expect((await fetch(inOrganization, { headers: apiKeyHeader('user') })).status).toBe(429);
  });
});

describe('refusals of a request with a key', () => {
  it('an unknown key is refused first, then a level that is not accepted, the limit of the key, an invalid request', async () => {
    const { fetch, calls } = await startGateway({ limits: { requestPerCaller: perMinute(1) } });
    const ask = async (target: string, key: string) =>
      (await fetch(target, { headers: { 'x-api-key': key } })).status;
    const [invalid, nowhere] = [`${inOrganization}?unknown=1`, '/v1/organizations/A%00'];
    for (const target of [invalid, nowhere]) {
      expect(await ask(target, mintApiKey())).toBe(401);
      expect(await ask(target, keys.workspace.key)).toBe(401);
    }
    expect(await ask(invalid, keys.user.key)).toBe(400);
    expect(await ask(invalid, keys.user.key)).toBe(429);
    expect(await ask(nowhere, keys.organization.key)).toBe(404);
    expect(await ask(nowhere, keys.organization.key)).toBe(429);
    expect(calls.filter(({ method }) => method !== 'authenticateApiKey')).toEqual([]);
  });

  it('a 401 of the operation itself does not count as a failed credential', async () => {
    const { fetch } = await startGateway({
      limits: { failedCredentialPerAddress: perMinute(1) },
      implementations: {
        organization: { getOrganization: () => Promise.reject(unauthenticated('Not here.', 'key_disabled')) },
      },
    });
    for (const _ of [1, 2])
      expect((await fetch(inOrganization, { headers: apiKeyHeader('user') })).status).toBe(401);
  });

  it('a key lookup that fails with an outage is a 503 and counts for nobody', async () => {
    const { fetch } = await startGateway({
      limits: { failedCredentialPerAddress: perMinute(1) },
      implementations: {
        apiKeys: { authenticateApiKey: () => Promise.reject(unavailable('the database is away')) },
      },
    });
    for (const _ of [1, 2])
      expect((await fetch(inOrganization, { headers: apiKeyHeader('user') })).status).toBe(503);
  });
});

describe('limits', () => {
  const invite = (headers: Record<string, string>) =>
    post({ email: 'grace@acme.example', role: 'member' }, headers);
  const paths = [`${inOrganization}/invitations`, `${inOrganization}/workspaces/brand/invitations`];

  it('each key has a limit of its own, apart from its creator', async () => {
    const { fetch } = await startGateway({ limits: { requestPerCaller: perMinute(1) } });
    const ask = async (headers: Record<string, string>) =>
      (await fetch('/v1/organizations', { headers })).status;
    expect(await ask(apiKeyHeader('user'))).toBe(200);
    expect(await ask(apiKeyHeader('user'))).toBe(429);
    expect(await ask(apiKeyHeader('organization'))).toBe(200);
    expect(await ask(bearer)).toBe(200);
  });

  it('invitations of a key count together across organization and workspaces, those of sessions do not', async () => {
    const { fetch } = await startGateway({
      limits: { invitationPerKey: perMinute(2), invitationPerRecipient: perMinute(7) },
    });
    for (const path of paths) {
      const answer = await fetch(path, invite(apiKeyHeader('user')));
      expect(answer.status).toBe(201);
      expect(answer.headers.get('ratelimit-policy')).toContain('"invitationPerKey";q=2;w=60');
    }
    for (const path of paths) expect((await fetch(path, invite(apiKeyHeader('user')))).status).toBe(429);
    expect((await fetch(paths[0] ?? '', invite(apiKeyHeader('organization')))).status).toBe(201);
    for (const path of [...paths, ...paths]) {
      const answer = await fetch(path, invite(bearer));
      expect(answer.status).toBe(201);
      expect(answer.headers.get('ratelimit-policy')).not.toContain('invitationPerKey');
    }
  });

  it('a resent invitation counts like a new one', async () => {
    const { fetch } = await startGateway({ limits: { invitationPerKey: perMinute(3) } });
    const again = { method: 'POST', headers: apiKeyHeader('user') };
    const resends = paths.map((path) => `${path}/${invitation.id}/resend`);
    for (const path of resends) expect((await fetch(path, again)).status).toBe(200);
    expect((await fetch(paths[0] ?? '', invite(apiKeyHeader('user')))).status).toBe(201);
    for (const path of resends) expect((await fetch(path, again)).status).toBe(429);
  });

  it('an invalid invitation does not count, and one repeated with its Idempotency-Key does', async () => {
    const { fetch } = await startGateway({ limits: { invitationPerKey: perMinute(2) } });
    const path = paths[0] ?? '';
    const again = { ...apiKeyHeader('user'), 'idempotency-key': 'once' };
    expect((await fetch(path, post({}, again))).status).toBe(400);
    expect((await fetch(path, invite(again))).status).toBe(201);
    expect((await fetch(path, invite(again))).status).toBe(201);
    expect((await fetch(path, invite(again))).status).toBe(429);
  });
});

describe('a key in its grace window', () => {
  const rotatedAt = timestampFromDate(new Date('2026-11-15T09:30:00.750Z'));
  const expiresAt = timestampFromDate(new Date('2026-11-16T09:30:00Z'));
  const start = (window: object) =>
    startGateway({
      implementations: {
        apiKeys: {
          authenticateApiKey: ({ key, organizationSlug }) => ({
            ...authenticationOf(key, organizationSlug),
            expiresAt,
            ...window,
          }),
        },
      },
    });

  it.each([
    [200, inOrganization, 'user'],
    [404, '/v1/organizations/other', 'user'],
    [400, `${inOrganization}?x=1`, 'user'],
    [401, inOrganization, 'workspace'],
  ] as const)('a %i to a key in its grace window has Deprecation and Sunset', async (status, path, level) => {
    const { fetch } = await start({ rotatedAt });
    const answer = await fetch(path, { headers: apiKeyHeader(level) });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('deprecation')).toBe('@1794735000');
    expect(answer.headers.get('sunset')).toBe('Mon, 16 Nov 2026 09:30:00 GMT');
  });

  it('a key that merely expires has no Deprecation header', async () => {
    const { fetch } = await start({});
    const { headers } = await fetch(inOrganization, { headers: apiKeyHeader('user') });
    expect([headers.has('deprecation'), headers.has('sunset')]).toEqual([false, false]);
  });
});
