import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  addRelayedRequests,
  type GatheredRequest,
  keptRequests,
  pruneRelayedRequests,
} from '../store/relayed-requests.ts';
import { createTenant } from '../tenant.fixture.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const dayMs = 86_400_000;

/** An integration and what is told of its requests. */
async function used() {
  const tenant = createTenant(service);
  const { id: integrationId } = await tenant.create();
  const requestOf = (more: Partial<GatheredRequest> = {}): GatheredRequest => {
    const at = more.at ?? service.clock.now();
    return {
      integrationId,
      workspaceId: tenant.workspaceId,
      id: v7({ msecs: at.getTime() }),
      at,
      callerType: 'user',
      callerId: tenant.person.userId,
      callerName: tenant.person.name,
      apiKeyPrefix: null,
      grantId: null,
      api: 'marketing',
      method: 'GET',
      path: '/campaigns',
      account: null,
      outcome: 'answered',
      status: 200,
      detail: null,
      durationMs: 12,
      bytesSent: 0,
      bytesReceived: 5_000_000_000,
      ...more,
    };
  };
  const add = (...requests: Partial<GatheredRequest>[]) =>
    addRelayedRequests(service.db, requests.map(requestOf));
  const page = (asked: { cursor?: string; limit?: number; outcome?: string } = {}) =>
    service.uses.listRelayedRequests({ integrationId, limit: 50, ...asked }, tenant.as());
  return { tenant, integrationId, requestOf, add, page };
}

const ago = (ms: number): Date => new Date(service.clock.now().getTime() - ms);
const count = async (integrationId: string): Promise<number> => {
  const statement = {
    name: 'count requests of the test',
    text: 'select count(*)::integer from relayed_requests where integration_id = $1::uuid',
  };
  const [row] = await service.db.query<{ count: number }>(statement, [integrationId]);
  return row?.count ?? 0;
};

describe('listRelayedRequests', () => {
  it('requests are listed newest first, page by page, while new ones come up', async () => {
    const { add, page } = await used();
    for (const status of [200, 201, 202, 203, 204]) await add({ status, at: ago(1_000 - status) });
    const first = await page({ limit: 2 });
    await add({ status: 205, at: ago(1) });
    const second = await page({ limit: 2, cursor: first.nextCursor });
    const third = await page({ limit: 2, cursor: second.nextCursor });
    const statuses = [first, second, third].map(({ requests }) => requests.map(({ status }) => status));
    expect(statuses).toEqual([[204, 203], [202, 201], [200]]);
    expect(third.nextCursor).toBe('');
    expect(first.requests[0]).toMatchObject({ path: '/campaigns', bytesReceived: 5_000_000_000n });
  });

  it('the pages of an outcome have its requests alone', async () => {
    const { add, page } = await used();
    const refused = { outcome: 'refused', status: 403, detail: 'No.', account: '1' } as const;
    await add({ at: ago(3) }, { at: ago(2), ...refused }, { at: ago(1) });
    const { requests, nextCursor } = await page({ outcome: 'refused', limit: 1 });
    expect(requests).toMatchObject([refused]);
    expect(nextCursor).toBe('');
    await expect(page({ outcome: 'reads' })).rejects.toMatchObject({ problems: [{ path: 'outcome' }] });
  });

  it.each(['x', v7(), Buffer.from('0123456789abcdef').toString('base64url')])(
    'the cursor %s, which the list has not given out, is refused',
    async (cursor) => {
      const { page } = await used();
      await expect(page({ cursor })).rejects.toMatchObject({ problems: [{ path: 'cursor' }] });
    },
  );

  it('members read them, viewers and other workspaces do not', async () => {
    const { tenant, integrationId, add } = await used();
    await add({});
    const list = (context: ReturnType<typeof tenant.as>) =>
      service.uses.listRelayedRequests({ integrationId, limit: 50 }, context);
    expect((await list(tenant.as('member'))).requests).toHaveLength(1);
    await expect(list(tenant.as('viewer'))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(list(createTenant(service).as('admin'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('the last 500 of at most seven days are listed, older ones are deleted', async () => {
    const { integrationId, add, page } = await used();
    await add({ status: 100, at: ago(7 * dayMs) }, { status: 101, at: ago(7 * dayMs - 1) });
    expect((await page()).requests.map(({ status }) => status)).toEqual([101]);
    await add(...Array.from({ length: keptRequests + 9 }, (_, index) => ({ at: ago(1_000 - index) })));
    let listed = 0;
    for (let cursor = ''; ; ) {
      const next = await page({ cursor, limit: 200 });
      listed += next.requests.length;
      cursor = next.nextCursor;
      if (cursor === '') break;
    }
    expect(listed).toBe(keptRequests);
    const other = await used();
    await other.add({}, {});
    await service.runDue('old requests');
    expect([await count(integrationId), await count(other.integrationId)]).toEqual([keptRequests, 2]);
    expect(await pruneRelayedRequests(service.db, ago(dayMs), 10)).toBe(0);
  });
});

describe('requests that are written', () => {
  it('those of deleted integrations and of other workspaces are left out, and a repeated batch adds nothing', async () => {
    const { integrationId, requestOf } = await used();
    const batch = [requestOf(), requestOf({ integrationId: v7() }), requestOf({ workspaceId: v7() })];
    await addRelayedRequests(service.db, batch);
    await addRelayedRequests(service.db, batch);
    expect(await count(integrationId)).toBe(1);
  });
});
