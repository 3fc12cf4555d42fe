import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { CreateGrantRequestSchema } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { describe, expect, it } from 'vitest';
import { Account, Grant, RelayedRequest, Use } from '../../schemas/use.ts';
import { apiKeyHeader, bearer, post, startGateway } from '../../testing/gateway.ts';
import { account, grant, integration, relayedRequest, use } from '../../testing/integrations.ts';
import { keys } from '../../testing/keys.ts';
import { organization, workspace } from '../../testing/values.ts';

const one = `/v1/organizations/acme/workspaces/brand/integrations/${integration.id}`;
const time = timestampFromDate(new Date('2026-11-16T09:00:00Z'));
const iso = '2026-11-16T09:00:00.000Z';

describe('the accounts of a connection', () => {
  it('an account has every field, and null for what the provider does not tell', async () => {
    const { fetch } = await startGateway();
    expect(await (await fetch(`${one}/accounts`, { headers: bearer })).json()).toEqual({
      accounts: [
        {
          ...account,
          name: null,
          currency: null,
          timeZone: null,
          status: null,
          parentId: null,
          setting: null,
        },
      ],
      nextCursor: '50',
    });
  });

  it('what the provider tells of an account is answered, and the last page has no cursor', async () => {
    const told = {
      ...account,
      name: 'Nordlicht',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      status: 'ENABLED',
      parentId: '1',
      setting: { name: 'loginCustomerId', value: account.id },
    };
    const { fetch } = await startGateway({
      implementations: { uses: { listAccounts: () => ({ accounts: [told] }) } },
    });
    const page = await (await fetch(`${one}/accounts`, { headers: apiKeyHeader('workspace') })).json();
    expect(page).toEqual({ accounts: [told], nextCursor: null });
    expect(Object.keys(told).toSorted()).toEqual(Object.keys(Account.shape).toSorted());
  });

  it('a page has 50 accounts by default and 1 to 200 on request', async () => {
    const { fetch, calls } = await startGateway();
    const ask = async (query: string) => (await fetch(`${one}/accounts${query}`, { headers: bearer })).status;
    expect(
      await Promise.all(['', '?limit=1&cursor=7', '?limit=200', '?limit=0', '?limit=201'].map(ask)),
    ).toEqual([200, 200, 200, 400, 400]);
    const asked = calls.filter(({ method }) => method === 'listAccounts').map(({ request }) => request);
    expect(asked).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ integrationId: integration.id, limit: 50 }),
        expect.objectContaining({ limit: 1, cursor: '7' }),
        expect.objectContaining({ limit: 200 }),
      ]),
    );
  });
});

describe('a grant', () => {
  const body = { apiKeyId: grant.key.id, access: 'read' };

  it.each([
    [{}, undefined, { case: 'expiresInDays', value: 90 }],
    [
      { accounts: null, expiresInDays: null },
      { case: 'everyAccount', value: true },
      { case: 'neverExpires', value: true },
    ],
    [
      { accounts: ['1', '2'], expiresInDays: 365 },
      { case: 'accounts', value: { ids: ['1', '2'] } },
      { case: 'expiresInDays', value: 365 },
    ],
  ] as const)(
    'a grant of %j is made with the key that organization resolves',
    async (more, reach, lifetime) => {
      const { fetch, calls } = await startGateway();
      const answer = await fetch(`${one}/grants`, post({ ...body, ...more }, bearer));
      expect(answer.status).toBe(201);
      expect(calls.find(({ method }) => method === 'resolveGrantableKey')?.request).toMatchObject({
        organizationSlug: organization.slug,
        workspaceSlug: workspace.slug,
        apiKeyId: grant.key.id,
      });
      expect(calls.find(({ method }) => method === 'createGrant')?.request).toEqual(
        create(CreateGrantRequestSchema, {
          integrationId: integration.id,
          grantee: {
            case: 'key',
            value: { id: grant.key.id, lineId: keys.user.id, name: grant.key.name, prefix: grant.key.prefix },
          },
          access: 'read',
          ...(reach && { reach }),
          lifetime,
        } as never),
      );
    },
  );

  it.each([
    [{ accounts: [] }, 'accounts'],
    [{ accounts: Array.from({ length: 101 }, String) }, 'accounts'],
    [{ access: 'write' }, 'access'],
    [{ apiKeyId: 'key' }, 'apiKeyId'],
  ])('a grant of %j is refused', async (more, path) => {
    const { fetch } = await startGateway();
    const answer = await fetch(`${one}/grants`, post({ ...body, ...more }, bearer));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ path }] });
  });

  it('integration is told why organization refuses a key: a repeated request has its answer', async () => {
    const outcome = { case: 'refusal', value: 'is not active' } as const;
    const { fetch, calls } = await startGateway({
      implementations: { apiKeys: { resolveGrantableKey: () => ({ outcome }) } },
    });
    await fetch(`${one}/grants`, post(body, bearer));
    expect(calls.find(({ method }) => method === 'createGrant')?.request).toMatchObject({ grantee: outcome });
  });

  it('grants are listed with every field, and null for what is not set', async () => {
    const { lineId: _lineId, ...apiKey } = grant.key;
    const full = { ...grant, accounts: { ids: ['1'] }, expiresAt: time, lastUsedAt: time };
    const { fetch } = await startGateway({
      implementations: { uses: { listGrants: () => ({ grants: [grant, full] }) } },
    });
    const answer = await fetch(`${one}/grants`, { headers: apiKeyHeader('user') });
    const { key: _key, ...rest } = grant;
    const shown = { ...rest, apiKey, createdAt: '2026-11-15T09:30:00.000Z' };
    const { grants } = (await answer.json()) as { grants: object[] };
    expect(grants).toEqual([
      { ...shown, accounts: null, expiresAt: null, lastUsedAt: null },
      { ...shown, accounts: ['1'], expiresAt: iso, lastUsedAt: iso },
    ]);
    expect(Object.keys(grants[0] ?? {}).toSorted()).toEqual(Object.keys(Grant.shape).toSorted());
  });

  it('a grant is revoked by its id and the id of its integration', async () => {
    const { fetch, calls } = await startGateway();
    const answer = await fetch(`${one}/grants/${grant.id}`, { method: 'DELETE', headers: bearer });
    expect(answer.status).toBe(204);
    expect(calls.at(-1)).toMatchObject({
      method: 'revokeGrant',
      request: { integrationId: integration.id, grantId: grant.id },
    });
  });
});

describe('uses', () => {
  it('uses are listed with every field, and null where a session called', async () => {
    const byKey = { ...use, callerType: 'api_key', apiKeyPrefix: 'pby_7Qd2mXr9TfK', grantId: grant.id };
    const { fetch } = await startGateway({
      implementations: { uses: { listUses: () => ({ uses: [use, byKey] }) } },
    });
    const { uses } = (await (await fetch(`${one}/uses`, { headers: bearer })).json()) as { uses: object[] };
    const caller = { type: 'user', id: use.callerId, name: use.callerName, apiKeyPrefix: null };
    const shown = {
      hour: '2026-11-15T09:00:00.000Z',
      caller,
      grantId: null,
      api: use.api,
      reads: 3,
      changes: 0,
      refused: 0,
      failed: 0,
      bytesSent: 0,
      bytesReceived: 5_000_000_000,
    };
    expect(uses).toEqual([
      shown,
      {
        ...shown,
        caller: { ...caller, type: 'api_key', apiKeyPrefix: byKey.apiKeyPrefix },
        grantId: grant.id,
      },
    ]);
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(Use.shape).toSorted());
  });

  it('uses are listed from and to a moment', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(`${one}/uses?from=${iso}`, { headers: bearer });
    expect(calls.at(-1)?.request).toMatchObject({ integrationId: integration.id, from: time });
    expect(calls.at(-1)?.request).not.toHaveProperty('to');
    await fetch(`${one}/uses?to=${iso}`, { headers: bearer });
    expect(calls.at(-1)?.request).toMatchObject({ to: time });
    expect((await fetch(`${one}/uses?from=yesterday`, { headers: bearer })).status).toBe(400);
  });
});

describe('relayed requests', () => {
  it('requests are listed with every field, and null for what is not set', async () => {
    const refused = {
      ...relayedRequest,
      callerType: 'api_key',
      apiKeyPrefix: 'pby_7Qd2mXr9TfK',
      grantId: grant.id,
      account: '1',
      outcome: 'refused',
      status: 403,
      detail: 'No.',
    };
    const { fetch } = await startGateway({
      implementations: { uses: { listRelayedRequests: () => ({ requests: [relayedRequest, refused] }) } },
    });
    const page = await (await fetch(`${one}/requests`, { headers: apiKeyHeader('user') })).json();
    const { id, api, method, path, durationMs } = relayedRequest;
    const caller = {
      type: 'user',
      id: relayedRequest.callerId,
      name: relayedRequest.callerName,
      apiKeyPrefix: null,
    };
    const shown = {
      id,
      at: '2026-11-15T09:00:00.000Z',
      caller,
      grantId: null,
      api,
      method,
      path,
      account: null,
      outcome: 'answered',
      status: 200,
      detail: null,
      durationMs,
      bytesSent: 0,
      bytesReceived: 5_000,
    };
    expect(page).toEqual({
      requests: [
        shown,
        {
          ...shown,
          caller: { ...caller, type: 'api_key', apiKeyPrefix: refused.apiKeyPrefix },
          grantId: grant.id,
          account: '1',
          outcome: 'refused',
          status: 403,
          detail: 'No.',
        },
      ],
      nextCursor: null,
    });
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(RelayedRequest.shape).toSorted());
  });

  it('a page has 50 requests by default and 1 to 200 on request, of one outcome where it is given', async () => {
    const { fetch, calls } = await startGateway();
    const ask = async (query: string) => (await fetch(`${one}/requests${query}`, { headers: bearer })).status;
    const queries = ['', '?limit=1&cursor=c', '?limit=200&outcome=failed', '?limit=201', '?outcome=reads'];
    expect(await Promise.all(queries.map(ask))).toEqual([200, 200, 200, 400, 400]);
    const asked = calls
      .filter(({ method }) => method === 'listRelayedRequests')
      .map(({ request }) => request);
    expect(asked).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ integrationId: integration.id, limit: 50, cursor: '' }),
        expect.objectContaining({ limit: 1, cursor: 'c' }),
        expect.objectContaining({ limit: 200, outcome: 'failed' }),
      ]),
    );
  });
});
