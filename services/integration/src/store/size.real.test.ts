import type { Statement } from '@patchbay/database/query';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, type Tenant } from '../tenant.fixture.ts';
import { startIntegration, type TestIntegration } from '../test-bed.fixture.ts';
import { linkOfToken } from './connect-links.ts';
import { integrationByWorkspaceAndId, integrationsOfWorkspace } from './integrations.ts';

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
