import type { Queryable, Statement } from '@patchbay/database/query';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListPage } from '../domain/organization-page.ts';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { startIntegration, type TestIntegration } from '../test-bed.fixture.ts';
import { linkOfToken } from './connect-links.ts';
import { integrationByWorkspaceAndId, integrationsOfWorkspace } from './integrations.ts';
import { countOrganizationList, findOrganizationPage } from './organization-page.ts';

/** A node of the output of `explain (format json)`. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('beside 20,000 integrations of other workspaces', () => {
  let service: TestIntegration;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startIntegration();
    tenant = createTenant(service);
    await tenant.create();
    const { pool } = service.db;
    await pool.query(
      `insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
       select gen_random_uuid(), gen_random_uuid(), 'crowd-' || number, 'Crowd', 'Crowd', now(), now()
       from generate_series(1, 200) as number`,
    );
    await pool.query(
      `insert into integrations (id, workspace_id, provider, name)
       select gen_random_uuid(), id, 'criteo', 'Crowd' from workspaces, generate_series(1, 100)
       where name = 'Crowd'`,
    );
    await pool.query(
      `insert into connect_links (integration_id, organization_id, workspace_id, id, token_digest, sealed_token, expires_at)
       select i.id, w.organization_id, w.id, gen_random_uuid(), sha256(i.id::text::bytea), 'sealed', now()
       from integrations i join workspaces w on w.id = i.workspace_id where i.name = 'Crowd'`,
    );
    await service.asOwner('analyze');
  });
  afterAll(() => service?.stop());

  const statements: [Statement, () => unknown[]][] = [
    [integrationsOfWorkspace, () => [tenant.workspaceId, null, null]],
    [integrationByWorkspaceAndId, () => [v7(), tenant.workspaceId]],
    [linkOfToken, () => [Buffer.alloc(32)]],
  ];

  it.each(statements)(
    'the statement "$name" uses indexes only among 20,000 integrations',
    async ({ text }, values) => {
      const { rows } = await service.db.pool.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
        `explain (format json) ${text}`,
        values(),
      );
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan === undefined) throw new Error('no plan');
      const scanned = nodesOf(plan).flatMap((node) =>
        node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'workspaces'
          ? [node['Relation Name']]
          : [],
      );
      expect(scanned).toEqual([]);
    },
  );
});

describe('the list of an organization with 20,000 integrations beside as many of others', () => {
  let service: TestIntegration;
  const organizationId = v7();

  beforeAll(async () => {
    service = await startIntegration();
    const { pool } = service.db;
    await pool.query(
      `insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
       select gen_random_uuid(), case when number <= 100 then $1 else gen_random_uuid() end, 'w-' || number, 'W', 'O', now(), now()
       from generate_series(1, 200) as number`,
      [organizationId],
    );
    await pool.query(
      `insert into integrations (id, workspace_id, provider, name, status, connected_at, authorization_ends_at, week_told_of, day_told_of)
       select gen_random_uuid(), id, case when number = 7 then 'criteo' else 'meta_ads' end, md5(id::text || number),
         (array['pending', 'active', 'active', 'active', 'error', 'disabled'])[1 + number % 6]::integration_status, now(),
         ends_at, ends_at, ends_at
       from workspaces, generate_series(1, 200) as number,
         lateral (select case when number % 3 = 1 then now() + number * interval '1 day' end as ends_at) ends`,
    );
    await service.asOwner('vacuum analyze integrations, workspaces, integration_counts');
  });
  afterAll(() => service?.stop());

  /** The most blocks, of about 1,000 of the table: an index scan of the organization would read 20,000. */
  const everyPage: [title: string, most: number, Partial<ListPage>, workspaceIds?: readonly string[]][] = [
    ['the first page', 700, {}],
    [
      'a page of those that end soon',
      700,
      { after: { section: 'ending', key: String(Date.now()), id: v7() } },
    ],
    ['a page in the middle', 700, { after: { section: 'others', key: '8', id: v7() } }],
    ['a page of one status', 700, { filters: { status: 'pending' } }],
    // Each status is read by the index of the workspace, which has 200.
    ['a page of one workspace', 2_500, { filters: { workspaceSlug: 'w-5' } }],
    ['a page of a guest', 100, {}, [v7()]],
  ];

  it.each(everyPage)(
    '%s and its counts read few blocks, also by a plan for any values',
    async (_title, most, asked, workspaceIds) => {
      const client = await service.db.pool.connect();
      const blocks: number[] = [];
      const db: Queryable = {
        now: () => service.clock.now(),
        async query({ text }, values = []) {
          const literals = values.map((value) =>
            Array.isArray(value)
              ? client.escapeLiteral(`{${value.join(',')}}`)
              : client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
          );
          await client.query(`prepare explained as ${text}`);
          const execute = `execute explained(${literals.join(', ')})`;
          const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
            `explain (analyze, buffers, format json) ${execute}`,
          );
          const { rows: found } = await client.query(execute);
          await client.query('deallocate explained');
          const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
          blocks.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
          return found;
        },
      };
      const page = { filters: {}, asOf: new Date(), after: undefined, limit: 50, ...asked };
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`);
        await findOrganizationPage(db, { organizationId, workspaceIds }, page);
        await countOrganizationList(db, { organizationId, workspaceIds }, page);
      }
      client.release(true);
      expect(blocks).toHaveLength(4);
      for (const read of blocks) expect(read).toBeLessThan(most);
    },
  );
});
