import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Failure } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { activityExample } from '../../schemas/activity.ts';
import { auditLogExample } from '../../schemas/audit-log.ts';
import { apiKeyHeader, bearer, startGateway } from '../../testing/gateway.ts';
import { accessTo, organization, workspace } from '../../testing/values.ts';

const { id, slug, name } = organization;
const path = '/v1/organizations/acme/audit-logs';

const { hash, ...hashed } = auditLogExample;
/** The example of the OpenAPI document as audit sends it: names in the order of RFC 8785, and the hash as the last. */
const entry = JSON.stringify({
  ...Object.fromEntries(Object.entries(hashed).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  hash,
});
const noEntries = { auditLogs: Buffer.from('[]') };

describe('listAuditLogs', () => {
  it('a page of the trail is read with the access that was resolved before', async () => {
    const { fetch, calls } = await startGateway({
      implementations: {
        audit: { listAuditLogs: () => ({ auditLogs: Buffer.from(`[${entry}]`), nextCursor: 'n"xt' }) },
      },
    });
    const response = await fetch(path, { headers: bearer });
    const text = `{"auditLogs":[${entry}],"nextCursor":"n\\"xt"}`;
    expect(await response.text()).toBe(text);
    expect(JSON.parse(text)).toEqual({ auditLogs: [auditLogExample], nextCursor: 'n"xt' });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(calls.map(({ method }) => method)).toEqual(['authenticate', 'resolveAccess', 'listAuditLogs']);
    expect(calls.at(-1)).toMatchObject({
      request: { cursor: '', limit: 50 },
      call: { access: { organization: { id, slug, name, role: 'admin' } } },
    });
  });

  it.each(['', '{}', '[', '[{}', '{}]'])('the malformed page %j of audit is a 500', async (auditLogs) => {
    const { fetch } = await startGateway({
      implementations: { audit: { listAuditLogs: () => ({ auditLogs: Buffer.from(auditLogs) }) } },
    });
    const response = await fetch(path, { headers: bearer });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ status: 500 });
  });

  describe.each([
    ['a session', bearer],
    ['a key', apiKeyHeader('organization')],
  ])('the filter by workspace of %s', (_, headers) => {
    it.each(['', '/export'])(
      'a slug stands for the workspace that has it now, and for none where no workspace has it (%s)',
      async (place) => {
        const { fetch, calls } = await startGateway({
          implementations: { audit: { listAuditLogs: () => noEntries, async *exportAuditLogs() {} } },
        });
        const idFor = async (query: string) => {
          expect((await fetch(`${path}${place}?${query}`, { headers })).status).toBe(200);
          return (calls.at(-1)?.request as { workspaceId?: string } | undefined)?.workspaceId;
        };
        expect(await idFor(`workspaceSlug=${workspace.slug}`)).toBe(workspace.id);
        expect(await idFor('workspaceSlug=nowhere')).toBe('');
        expect(await idFor('action=user.updated')).toBeUndefined();
      },
    );
  });

  it.each([
    ['2026-11-15T00:00:00.0001Z', '2026-11-15T00:00:00.001Z'],
    ['2026-11-15T00:00:00.1230009Z', '2026-11-15T00:00:00.124Z'],
    ['2026-11-15T00:00:00.1Z', '2026-11-15T00:00:00.100Z'],
  ])('the moment %s is parsed as %s', async (given, read) => {
    const { fetch, calls } = await startGateway({
      implementations: { audit: { listAuditLogs: () => noEntries } },
    });
    await fetch(`${path}?from=${given}&to=${given}`, { headers: bearer });
    const moment = timestampFromDate(new Date(read));
    expect(calls.at(-1)?.request).toMatchObject({ from: moment, to: moment });
  });

  it.each([
    ['action=user.vanished', 'action'],
    ['targetType=planet', 'targetType'],
    ['from=yesterday', 'from'],
    ['from=2026-11-16T00:00:00Z&to=2026-11-15T00:00:00Z', 'from'],
  ])('the trail refuses the query %s', async (query, field) => {
    const { fetch } = await startGateway();
    const response = await fetch(`${path}?${query}`, { headers: bearer });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path: field }] });
  });
});

it.each(['', '/export'])('filters of the trail are passed on by %j', async (place) => {
  const { fetch, calls } = await startGateway({
    implementations: { audit: { listAuditLogs: () => noEntries, async *exportAuditLogs() {} } },
  });
  const given = { action: 'user.updated', actorId: 'x', targetType: 'user', targetId: 'y' };
  const times = { from: '2026-11-15T00:00:00Z', to: '2026-11-16T00:00:00+01:00' };
  const page = place === '' ? { cursor: 'c', limit: 200 } : {};
  const query = new URLSearchParams({
    ...given,
    ...times,
    ...(place === '' && { cursor: 'c', limit: '200' }),
    workspaceSlug: 'w',
  });
  expect((await fetch(`${path}${place}?${query.toString()}`, { headers: bearer })).status).toBe(200);
  expect(calls.at(-1)?.request).toMatchObject({
    ...given,
    ...page,
    workspaceId: '',
    from: timestampFromDate(new Date('2026-11-15T00:00:00Z')),
    to: timestampFromDate(new Date('2026-11-15T23:00:00Z')),
  });
});

describe('exportAuditLogs', () => {
  it('an export passes lines on unchanged, with the access that was resolved before', async () => {
    const lines = `${JSON.stringify(auditLogExample)}\n`;
    const exportAuditLogs = async function* () {
      yield { lines: Buffer.from(lines) };
    };
    const { fetch, calls } = await startGateway({ implementations: { audit: { exportAuditLogs } } });
    expect(await (await fetch(`${path}/export`, { headers: bearer })).text()).toBe(lines);
    expect(calls.map(({ method }) => method)).toEqual(['authenticate', 'resolveAccess', 'exportAuditLogs']);
    expect(calls.at(-1)?.call).toMatchObject({ access: { organization: { id, role: 'admin' } } });
  });

  it.each(['cursor=c', 'limit=5', 'from=2026-11-16T00:00:00Z&to=2026-11-15T00:00:00Z'])(
    'the trail refuses the query %s',
    async (query) => {
      const { fetch } = await startGateway();
      expect((await fetch(`${path}/export?${query}`, { headers: bearer })).status).toBe(400);
    },
  );
});

describe('verifyAuditLogs', () => {
  const verifying = (found: object | Failure) => ({
    implementations: {
      audit: {
        verifyAuditLogs() {
          if (found instanceof Failure) throw found;
          return found;
        },
      },
    },
  });

  it.each([
    [
      { intact: true, checked: 3n },
      { intact: true, checked: 3, firstBrokenSequence: null, nextSequence: null },
    ],
    [
      { intact: true, checked: 50_000n, nextSequence: 50_007n },
      { intact: true, checked: 50_000, firstBrokenSequence: null, nextSequence: 50_007 },
    ],
    [
      { intact: false, checked: 3n, firstBrokenSequence: 2n },
      { intact: false, checked: 3, firstBrokenSequence: 2, nextSequence: null },
    ],
  ])('a verification answers its findings', async (found, answered) => {
    const { fetch, calls } = await startGateway(verifying(found));
    const response = await fetch(`${path}/verify?afterSequence=7`, { headers: bearer });
    expect(await response.json()).toEqual(answered);
    expect(calls.at(-1)).toMatchObject({ method: 'verifyAuditLogs', request: { afterSequence: 7n } });
  });

  it.each(['', 'x', '9007199254740993'])(
    'a verification refuses to begin after %j',
    async (afterSequence) => {
      const { fetch } = await startGateway(verifying({}));
      const response = await fetch(`${path}/verify?afterSequence=${afterSequence}`, { headers: bearer });
      expect(await response.json()).toMatchObject({ status: 400, errors: [{ path: 'afterSequence' }] });
    },
  );

  const limits = { verifyPerOrganization: { limit: 1, windowSeconds: 60 } };

  it('verifications are limited per organization', async () => {
    const { fetch } = await startGateway({ ...verifying({ intact: true }), limits });
    const verify = (headers: Record<string, string>) => fetch(`${path}/verify`, { headers });
    const first = await verify(bearer);
    expect(first.headers.get('ratelimit')).toContain('"verifyPerOrganization";r=0;');
    expect((await verify(apiKeyHeader('organization'))).status).toBe(429);
  });

  it('a verification counts for the organization id, not for the slug', async () => {
    const { fetch } = await startGateway({
      implementations: {
        audit: { verifyAuditLogs: () => ({ intact: true }) },
        organization: { resolveAccess: () => ({ access: accessTo('acme', '') }) },
      },
      limits,
    });
    const verify = (orgSlug: string) =>
      fetch(`/v1/organizations/${orgSlug}/audit-logs/verify`, { headers: bearer });
    expect((await verify('before')).status).toBe(200);
    expect((await verify('after')).status).toBe(429);
  });
});

describe('listWorkspaceActivity', () => {
  const activity = `/v1/organizations/acme/workspaces/${workspace.slug}/activity`;
  const integrationId = '0199c1f5-44e2-7f8a-8a53-19d4c0b6e7aa';

  it.each(['user', 'organization', 'workspace'] as const)(
    'what happened in the workspace is read by a key of level %s, with the access to the workspace',
    async (level) => {
      const { fetch, calls } = await startGateway({
        implementations: {
          audit: {
            listWorkspaceActivity: () => ({
              activity: Buffer.from(JSON.stringify([activityExample])),
              nextCursor: 'next',
            }),
          },
        },
      });
      const query = `integrationId=${integrationId.toUpperCase()}&limit=200`;
      const response = await fetch(`${activity}?${query}`, { headers: apiKeyHeader(level) });
      expect(await response.json()).toEqual({ activity: [activityExample], nextCursor: 'next' });
      expect(calls.at(-1)).toMatchObject({
        request: { cursor: '', limit: 200, integrationId },
        call: { access: { workspace: { id: workspace.id, slug: workspace.slug } } },
      });
    },
  );

  it.each(['limit=0', 'limit=201', 'integrationId=1', 'action=user.updated'])(
    'the query %s is refused',
    async (query) => {
      const { fetch } = await startGateway();
      expect((await fetch(`${activity}?${query}`, { headers: bearer })).status).toBe(400);
    },
  );

  it('an answer of audit without the page is a 500', async () => {
    const { fetch } = await startGateway({
      implementations: { audit: { listWorkspaceActivity: () => ({}) } },
    });
    expect((await fetch(activity, { headers: bearer })).status).toBe(500);
  });
});
