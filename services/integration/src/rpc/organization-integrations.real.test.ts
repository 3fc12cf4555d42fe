import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CallOptions } from '@connectrpc/connect';
import type { Role } from '@patchbay/access/role';
import type { ListOrganizationIntegrationsResponse } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { callAs } from '@patchbay/rpc/client';
import { userContext } from '@patchbay/testing/callers';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { type IntegrationStatus, statuses } from '../domain/integration.ts';
import { sharedIntegration } from '../test-bed.fixture.ts';

const service = await sharedIntegration();

const sql = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const day = 86_400_000;
const start = Date.now();
const daysAhead = (days: number): Date => new Date(start + days * day);

interface Given {
  readonly name: string;
  readonly status?: IntegrationStatus;
  readonly endsAt?: Date;
  readonly provider?: string;
  readonly account?: string;
  readonly accounts?: readonly { readonly id: string; readonly name: string | null }[];
  readonly lastError?: string;
}

/** An organization with workspaces `w0`, `w1`, … */
async function newOrganization(workspaceCount = 1) {
  const id = v7();
  const workspaces = Array.from({ length: workspaceCount }, () => v7());
  await sql(
    `insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
     select id, $1, 'w' || place - 1, 'W' || place - 1, 'Acme', now(), now()
     from unnest($2::uuid[]) with ordinality as given (id, place)`,
    id,
    workspaces,
  );
  const as = (role: Role = 'viewer'): CallOptions =>
    callAs(
      userContext({
        userId: v7(),
        email: 'ada@acme.example',
        name: 'Ada',
        access: { organization: { id, slug: 'acme', name: 'Acme', role } },
      }),
    );
  type Request = Parameters<typeof service.integrations.listOrganizationIntegrations>[0];
  const list = (request: Request = {}, options = as()) =>
    service.integrations.listOrganizationIntegrations(request, options);
  return {
    id,
    workspaces,
    as,
    list,
    async add(rows: readonly Given[], workspace = 0): Promise<string[]> {
      const ids = rows.map(() => v7());
      for (const [
        place,
        {
          name,
          status = 'active',
          endsAt = null,
          provider = 'criteo',
          account = null,
          accounts = null,
          lastError = null,
        },
      ] of rows.entries())
        await sql(
          `insert into integrations (id, workspace_id, provider, name, status, connected_at, connected_account, authorization_ends_at,
             accounts, last_error, last_error_at)
           values ($1, $2, $3, $4, $5, now(), $6, $7, $8, $9::text, case when $9::text is not null then now() end)`,
          ids[place],
          workspaces[workspace],
          provider,
          name,
          status,
          account,
          endsAt,
          accounts && JSON.stringify(accounts),
          lastError,
        );
      return ids;
    },
    /** The names of all pages. */
    async walk(
      request: Request,
      betweenPages: (names: readonly string[]) => Promise<unknown> = async () => {},
    ) {
      const names: string[] = [];
      for (let cursor = ''; ; ) {
        const page = await list({ ...request, cursor });
        names.push(...namesOf(page));
        cursor = page.nextCursor;
        if (cursor === '') return names;
        await betweenPages(names);
      }
    },
  };
}

const namesOf = ({ integrations }: ListOrganizationIntegrationsResponse): string[] =>
  integrations.map(({ integration }) => integration?.name ?? '');

const invalid = (path: string) =>
  expect.objectContaining({ code: 'invalid', problems: [expect.objectContaining({ path })] });

/** Every kind of row, in the order of the list. */
const mixed: Given[] = [
  { name: 'apple', status: 'error' },
  { name: 'Melon', status: 'error', endsAt: daysAhead(1) },
  { name: 'zebra', status: 'error' },
  { name: 'Fox', lastError: 'No answer.' },
  { name: 'gnu', lastError: 'No answer.', endsAt: daysAhead(6) },
  { name: 'Yak', lastError: 'No answer.', endsAt: daysAhead(30) },
  { name: 'Past', endsAt: daysAhead(-1) },
  { name: 'Zoo', endsAt: daysAhead(2) },
  { name: 'Ant', endsAt: daysAhead(6.9) },
  { name: 'Bee', endsAt: daysAhead(7.1) },
  { name: 'cat', status: 'pending', lastError: 'No answer.' },
  { name: 'Cow' },
  { name: 'dog', status: 'disabled', endsAt: daysAhead(1) },
  { name: 'Emu' },
];
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => [Math.random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);

describe('the order of the list', () => {
  it('broken integrations come first, then those whose last check failed, then those that end within seven days by their end, then the others by name', async () => {
    const organization = await newOrganization();
    await organization.add(shuffled(mixed));
    const page = await organization.list();
    expect(namesOf(page)).toEqual(mixed.map(({ name }) => name));
    expect(page.nextCursor).toBe('');
    expect(page.counts).toMatchObject({ pending: 1, active: 9, error: 3, disabled: 1, ending: 4 });
    expect(page.integrations[0]).toMatchObject({ workspaceSlug: 'w0', workspaceName: 'W0' });
  });

  it.each([1, 3])('pages of %i integrations make up the whole list', async (limit) => {
    const organization = await newOrganization();
    await organization.add(shuffled(mixed));
    expect(await organization.walk({ limit })).toEqual(mixed.map(({ name }) => name));
  });

  it('integrations of one name or one end are on one page each', async () => {
    const organization = await newOrganization();
    const endsAt = daysAhead(3);
    const ids = [
      ...(await organization.add(Array.from({ length: 5 }, () => ({ name: 'Same', endsAt })))),
      ...(await organization.add(Array.from({ length: 5 }, () => ({ name: 'Same' })))),
    ];
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await organization.list({ limit: 3, cursor });
      found.push(...page.integrations.map(({ integration }) => integration?.id ?? ''));
      cursor = page.nextCursor;
      if (cursor === '') break;
    }
    expect(found).toEqual(ids);
  });

  it('while rows change, the pages have those that stay the same once each', async () => {
    const organization = await newOrganization();
    const names = Array.from({ length: 60 }, (_, place) => `n${String(place).padStart(2, '0')}`);
    const kinds = [{ status: 'error' }, { endsAt: daysAhead(2) }, {}, { status: 'pending' }] as const;
    await organization.add(names.map((name, place) => ({ name, ...kinds[place % kinds.length] })));
    const changing = (place: number) => place % 5 === 0;
    let round = 0;
    const seen = await organization.walk({ limit: 7 }, async () => {
      round += 1;
      await organization.add([{ name: `new ${round}`, status: 'error' }, { name: `a ${round}` }]);
      await sql(
        `update integrations set status = case when status = 'error' then 'active' else 'error' end::integration_status,
           name = name || '!' where organization_id = $1 and name ~ '^n[0-9][05]'`,
        organization.id,
      );
      await sql(
        `delete from integrations where id in (
           select id from integrations where organization_id = $1 and name like 'new%' limit 1)`,
        organization.id,
      );
    });
    expect(round).toBeGreaterThan(7);
    const stable = names.filter((_, place) => !changing(place));
    expect(seen.filter((name) => stable.includes(name)).toSorted()).toEqual(stable);
  });

  it('the moment of the first page decides on all pages what ends soon', async () => {
    const organization = await newOrganization();
    await organization.add([
      { name: 'first', endsAt: daysAhead(1) },
      { name: 'later', endsAt: new Date(service.clock.now().getTime() + 7 * day + 1) },
    ]);
    const first = await organization.list({ limit: 1 });
    // It begins to end soon after the first page and before the second one.
    await service.pass(1);
    const second = await organization.list({ limit: 1, cursor: first.nextCursor });
    expect(namesOf(second)).toEqual(['later']);
    expect(second.counts).toMatchObject({ ending: 1 });
    expect((await organization.list()).counts).toMatchObject({ ending: 2 });
  });
});

describe('the filters of the list', () => {
  it.each(statuses)(
    'the filter status=%s leaves the order, and does not change the counts',
    async (status) => {
      const organization = await newOrganization();
      await organization.add(shuffled(mixed));
      const wanted = mixed.filter((row) => (row.status ?? 'active') === status).map(({ name }) => name);
      expect(await organization.walk({ status, limit: 2 })).toEqual(wanted);
      const { counts } = await organization.list({ status, limit: 1 });
      expect(counts).toMatchObject({ pending: 1, active: 9, error: 3, disabled: 1, ending: 4 });
    },
  );

  it('provider, workspace, end and text are filters of rows and counts, and all of them must match', async () => {
    const organization = await newOrganization(2);
    const soon = daysAhead(3);
    await organization.add([
      { name: 'Shop A', provider: 'criteo', endsAt: soon },
      { name: 'Other', provider: 'meta_ads', account: 'The SHOP Ltd', status: 'error' },
    ]);
    await organization.add(
      [{ name: 'shop b', provider: 'meta_ads', endsAt: daysAhead(30) }, { name: 'None' }],
      1,
    );
    const found = async (request: Parameters<typeof organization.list>[0]) => {
      const page = await organization.list(request);
      const { active = 0, error = 0, ending = 0 } = page.counts ?? {};
      return [...namesOf(page), `${active} ${error} ${ending}`];
    };
    expect(await found({})).toEqual(['Other', 'Shop A', 'None', 'shop b', '3 1 1']);
    expect(await found({ provider: 'meta_ads' })).toEqual(['Other', 'shop b', '1 1 0']);
    expect(await found({ workspaceSlug: 'w1' })).toEqual(['None', 'shop b', '2 0 0']);
    expect(await found({ workspaceSlug: 'w9' })).toEqual(['0 0 0']);
    const endsBefore = timestampFromDate(daysAhead(10));
    expect(await found({ endsBefore })).toEqual(['Shop A', '1 0 1']);
    expect(await found({ endsBefore: timestampFromDate(soon) })).toEqual(['0 0 0']);
    expect(await found({ q: ' sHoP ' })).toEqual(['Other', 'Shop A', 'shop b', '2 1 1']);
    expect(await found({ q: 'shop', provider: 'meta_ads', workspaceSlug: 'w1' })).toEqual([
      'shop b',
      '1 0 0',
    ]);
    expect(await found({ q: 'shop', status: 'error' })).toEqual(['Other', '2 1 1']);
  });

  it('a text finds the names and ids of chosen accounts', async () => {
    const organization = await newOrganization();
    const accounts = [
      { id: '2345', name: 'Shop' },
      { id: '6789', name: null },
    ];
    await organization.add([{ name: 'chosen', account: 'Shop', accounts }, { name: 'other' }]);
    for (const q of ['678', 'sho', '345'])
      expect(namesOf(await organization.list({ q }))).toEqual(['chosen']);
    expect(namesOf(await organization.list({ q: 'null' }))).toEqual([]);
  });

  it('a text is looked for literally', async () => {
    const organization = await newOrganization();
    await organization.add(['100%', '100x', 'a_b', 'axb', 'c\\d', "o'neil"].map((name) => ({ name })));
    const found = async (q: string) => namesOf(await organization.list({ q }));
    expect(await found('0%')).toEqual(['100%']);
    expect(await found('_')).toEqual(['a_b']);
    expect(await found('\\')).toEqual(['c\\d']);
    expect(await found("'")).toEqual(["o'neil"]);
    expect(await found('%%')).toEqual([]);
  });

  it('values that no list can have are refused', async () => {
    const { list } = await newOrganization();
    await expect(list({ status: 'broken' })).rejects.toEqual(invalid('status'));
    await expect(list({ provider: 'nobody' })).rejects.toEqual(invalid('provider'));
    await expect(list({ q: ' ' })).rejects.toEqual(invalid('q'));
    await expect(list({ q: 'x'.repeat(101) })).rejects.toEqual(invalid('q'));
    await expect(list({ limit: 201 })).rejects.toEqual(invalid('limit'));
  });
});

describe('cursors of the list', () => {
  it('a cursor may have another limit, and one into a section without the status finds nothing', async () => {
    const organization = await newOrganization();
    await organization.add(mixed);
    const { nextCursor } = await organization.list({ limit: 4, status: 'active' });
    expect(namesOf(await organization.list({ status: 'active', cursor: nextCursor, limit: 200 }))).toEqual([
      'Zoo',
      'Ant',
      'Bee',
      'Cow',
      'Emu',
    ]);
    const { nextCursor: pending } = await organization.list({ limit: 1, status: 'error' });
    const others = Buffer.from(pending, 'base64url').toString('utf8').replace('.0.', '.3.');
    const page = await organization.list({
      status: 'error',
      cursor: Buffer.from(others, 'utf8').toString('base64url'),
    });
    expect(page).toMatchObject({ integrations: [], nextCursor: '', counts: { error: 3 } });
  });
});

describe('who sees what', () => {
  it('a guest sees the integrations of the two workspaces of three that organization lists, and their counts', async () => {
    const organization = await newOrganization(3);
    for (const [place, name] of ['zero', 'one', 'two'].entries())
      await organization.add([{ name }, { name: `${name} broken`, status: 'error' }], place);
    const [zero = '', one = '', two = ''] = organization.workspaces;
    const guest = (ids: string[], request = {}) =>
      organization.list({ ...request, workspaces: { ids } }, organization.as('guest'));
    const page = await guest([two, zero]);
    expect(namesOf(page)).toEqual(['two broken', 'zero broken', 'two', 'zero']);
    expect(page.counts).toMatchObject({ active: 2, error: 2, pending: 0, disabled: 0, ending: 0 });
    expect(namesOf(await guest([two, zero], { workspaceSlug: 'w1' }))).toEqual([]);
    expect(namesOf(await guest([one], { workspaceSlug: 'w1' }))).toEqual(['one broken', 'one']);
    expect(await guest([])).toMatchObject({ integrations: [], counts: { active: 0, error: 0 } });
  });

  it('a guest without a list of workspaces sees nothing', async () => {
    const organization = await newOrganization();
    await organization.add([{ name: 'Shop' }]);
    await expect(organization.list({}, organization.as('guest'))).rejects.toMatchObject({ code: 'internal' });
  });

  it('nobody sees the integrations of another organization, not even by the id of its workspace', async () => {
    const [organization, other] = [await newOrganization(), await newOrganization()];
    await other.add([{ name: 'Theirs' }]);
    await organization.add([{ name: 'Ours' }]);
    for (const role of ['admin', 'member', 'viewer'] as const)
      expect(namesOf(await organization.list({}, organization.as(role)))).toEqual(['Ours']);
    const ids = [...other.workspaces];
    const page = await organization.list({ workspaces: { ids } }, organization.as('guest'));
    expect(page).toMatchObject({ integrations: [], counts: { active: 0 } });
  });
});

describe('the counts', () => {
  const recount = async (id: string) => {
    const rows = await sql(
      'select status, count(*)::int as count from integrations where organization_id = $1 group by status',
      id,
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  };
  /** The statuses that have any. */
  const countsOf = async ({ list }: Awaited<ReturnType<typeof newOrganization>>) => {
    const { counts } = await list({ limit: 1 });
    const numbers = statuses.map((status) => [status, counts?.[status] ?? 0] as const);
    return Object.fromEntries(numbers.filter(([, number]) => number > 0));
  };

  it('after random changes the counts are those of the rows', async () => {
    const organization = await newOrganization(4);
    const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
    const aRow = `select id from integrations where organization_id = $1 order by random()`;
    for (let round = 0; round < 60; round += 1) {
      const action = any(['add', 'add', 'status', 'status', 'same', 'delete'] as const);
      if (action === 'add') await organization.add([{ name: 'a', status: any(statuses) }], any([0, 1, 2, 3]));
      else if (action === 'status')
        await sql(
          `update integrations set status = $2 where id in (${aRow} limit 3)`,
          organization.id,
          any(statuses),
        );
      else if (action === 'same')
        await sql(
          `update integrations set status = status, name = 'b' where id in (${aRow} limit 2)`,
          organization.id,
        );
      else await sql(`delete from integrations where id in (${aRow} limit 2)`, organization.id);
      expect(await countsOf(organization)).toEqual(await recount(organization.id));
    }
    await sql(
      `insert into integrations (id, workspace_id, provider, name)
       select gen_random_uuid(), id, 'criteo', 'Many' from workspaces, generate_series(1, 50) where organization_id = $1`,
      organization.id,
    );
    expect(await countsOf(organization)).toEqual(await recount(organization.id));
    await sql('delete from integrations where organization_id = $1', organization.id);
    expect(await countsOf(organization)).toEqual({});
  });

  it('concurrent changes of status in both directions do not deadlock, and every change counts', async () => {
    const organization = await newOrganization(2);
    const ids: string[] = [];
    for (const workspace of [0, 1])
      ids.push(
        ...(await organization.add(
          Array.from(
            { length: 8 },
            (_, place) => ({ name: 'x', status: place % 2 ? 'active' : 'error' }) as const,
          ),
          workspace,
        )),
      );
    const swap = async (id: string): Promise<void> => {
      for (let round = 0; round < 15; round += 1)
        await sql(
          `update integrations set status = case when status = 'error' then 'active' else 'error' end::integration_status
           where id = $1`,
          id,
        );
    };
    await Promise.all(ids.map(swap));
    expect(await countsOf(organization)).toEqual({ active: 8, error: 8 });
    expect(await recount(organization.id)).toEqual({ active: 8, error: 8 });
  });
});
