import { NIL, v7 } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { present, sharedAttemptBed } from '../attempts/attempts.fixture.ts';
import {
  claimDueRenewals,
  claimDueVerifications,
  dueRenewals,
  dueVerifications,
  oldestDue,
  readOldestDue,
} from '../store/due-work.ts';
import type { Tenant } from '../tenant.fixture.ts';
import { renewalTurns, verificationTurns } from './organization-turns.ts';

/** A service whose workers do not work: the tests claim. */
const bed = await sharedAttemptBed();
afterEach(() => bed.service.asOwner('truncate workspaces cascade'));

const sql = async (text: string, ...values: unknown[]) =>
  (await bed.service.db.pool.query<Record<string, unknown>>(text, values)).rows;

/**
 * Inserts integrations whose verification and renewal are due after `dueIn`, an interval of SQL, as many in each workspace, at each
 * of the providers.
 */
async function insertDue(
  workspaceIds: readonly string[],
  count: number,
  dueIn: string,
  providers = ['criteo'],
) {
  for (let first = 0; first < workspaceIds.length; first += 500)
    for (let left = count; left > 0; left -= 100)
      await sql(
        `with made as (
           insert into integrations (id, workspace_id, provider, name, status, connected_at, check_at)
           select gen_random_uuid(), workspace, provider, 'due', 'active', $5, $5::timestamptz + $3::interval
           from unnest($1::uuid[]) workspace, unnest($4::text[]) provider, generate_series(1, $2::int)
           returning id, workspace_id, check_at
         )
         insert into credentials (integration_id, organization_id, workspace_id, sealed, key_id, renew_at)
         select made.id, organization_id, workspace_id, '{}', 'k', check_at
         from made join workspaces w on w.id = workspace_id`,
        workspaceIds.slice(first, first + 500),
        Math.min(left, 100),
        dueIn,
        providers,
        bed.service.clock.now(),
      );
}

/** A new organization with integrations in one workspace. */
async function organizationWith(count: number, dueIn: string): Promise<Tenant> {
  const tenant = bed.newTenant();
  await tenant.create();
  await insertDue([tenant.workspaceId], count, dueIn);
  return tenant;
}

const literalOf = (value: unknown): string => {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  return `'${value instanceof Date ? value.toISOString() : String(value)}'`;
};

/** Blocks of tables and indexes that the statement reads, by a plan for these values and by one for any values. */
async function plansOf(
  text: string,
  values: readonly unknown[],
): Promise<{ readonly plan: string; readonly blocks: number }[]> {
  const client = await bed.service.db.pool.connect();
  const plans = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`);
    await client.query('begin');
    await client.query(`prepare explained as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) execute explained(${values.map(literalOf).join(', ')})`,
    );
    await client.query('rollback');
    await client.query('deallocate explained');
    const [{ Plan: plan }] = present(rows[0])['QUERY PLAN'];
    const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    plans.push({ plan: JSON.stringify(plan), blocks });
  }
  client.release(true);
  return plans;
}

const organizationsOf = async (claimed: readonly { readonly id: string }[]) =>
  (
    await sql(
      `select i.organization_id as id from unnest($1::uuid[]) with ordinality as claimed (id, position)
       join integrations i on i.id = claimed.id order by position`,
      claimed.map(({ id }) => id),
    )
  ).map(({ id }) => id);

const queues = [
  ['verifications', verificationTurns, 'integrations', dueVerifications, claimDueVerifications],
  ['renewals', renewalTurns, 'credentials', dueRenewals, claimDueRenewals],
] as const;

/** Lists and claims read few blocks, by indexes, and no more of them the more rows are due. */
async function expectSmallPlans(): Promise<void> {
  await bed.service.asOwner('analyze integrations, credentials, workspaces');
  const now = bed.service.clock.now();
  for (const [, , table, list, claim] of queues) {
    const due = await sql(`select * from (${list.text}) due limit 16`, NIL, now);
    const ids = due.map(({ id }) => id);
    for (const [{ text }, values, index, most] of [
      [list, [NIL, now], `${table}_due_of_workspace`, 20_000],
      [claim, [ids, now, new Date(now.getTime() + 60_000)], `${table}_pkey`, 600],
    ] as const) {
      for (const { plan, blocks } of await plansOf(text, values)) {
        expect(plan).not.toMatch(new RegExp(`"Seq Scan"[^{}]*"Relation Name":"${table}"`));
        expect(plan).toContain(index);
        expect(blocks).toBeLessThan(most);
      }
    }
    for (const { plan } of await plansOf(oldestDue.text, [now])) expect(plan).toContain(`${table}_due`);
  }
}

describe('claims among 4,000 organizations with integrations at five providers', () => {
  it('a list and a claim read a bounded number of blocks, and find one row behind 10,000 of another organization', async () => {
    const large = bed.newTenant();
    const workspaces = Array.from({ length: 50 }, () => large.sibling());
    for (const workspace of workspaces) await workspace.create();
    await insertDue(
      workspaces.map(({ workspaceId }) => workspaceId),
      200,
      '-1 hour',
    );
    await expectSmallPlans();
    const others = Array.from({ length: 4_000 }, () => v7());
    await sql(
      `insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
       select id, id, id::text, 'Other', 'Other', now(), now() from unnest($1::uuid[]) id`,
      others,
    );
    await insertDue(others, 1, '1 hour', ['criteo', 'adform', 'magnite', 'equativ', 'pubmatic']);
    const small = await organizationWith(1, '-1 second');
    await expectSmallPlans();
    for (const [, turnsOf] of queues) {
      // Each list looks into 1,000 of 4,051 workspaces; the last one is found while it is the turn of the large organization.
      const next = turnsOf(bed.service.db, { listMs: 0 });
      const served: unknown[] = [];
      for (let lists = 0; lists < 6; lists += 1)
        served.push(...(await organizationsOf(await next(1, 60_000, []))));
      expect(served.filter((id) => id === small.organizationId)).toHaveLength(1);
      expect(served.filter((id) => id === large.organizationId)).toHaveLength(5);
    }
  });
});

describe.each(queues)('claims of %s', (_, turnsOf) => {
  it('an organization with 1,100 due rows delays another by one turn', async () => {
    const large = await organizationWith(1_100, '-1 hour');
    const small = await organizationWith(2, '-1 second');
    await organizationWith(3, '1 hour');
    const claim = turnsOf(bed.service.db, { listMs: 60_000 });
    const [first, second] = [large.organizationId, small.organizationId];
    const served = await organizationsOf(await claim(4, 60_000, []));
    expect(served.filter((id) => id === first)).toHaveLength(2);
    expect(served.filter((id) => id === second)).toHaveLength(2);
    expect(await organizationsOf(await claim(2, 60_000, []))).toEqual([first, first]);
    expect(await claim(2, 60_000, ['criteo'])).toEqual([]);
  });

  it('two processes that claim at once take each row once, and serve every organization by turns', async () => {
    await organizationWith(200, '-1 hour');
    const small = await organizationWith(20, '-1 second');
    const claims = [turnsOf(bed.service.db, { listMs: 60_000 }), turnsOf(bed.service.db, { listMs: 60_000 })];
    const claimed: { id: string }[] = [];
    await Promise.all(
      claims.map(async (claim) => {
        // By turns, each process alone would take all 20.
        for (let round = 0; round < 40; round += 1) claimed.push(...(await claim(1, 60_000, [])));
      }),
    );
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(80);
    const served = await organizationsOf(claimed);
    expect(served.filter((id) => id === small.organizationId)).toHaveLength(20);
  });

  it('without due rows nothing is claimed', async () => {
    await organizationWith(3, '1 hour');
    expect(await turnsOf(bed.service.db, { listMs: 0 })(16, 60_000, [])).toEqual([]);
  });
});

describe('the age of the oldest due work', () => {
  it('the age of the oldest due work is measured by queue and 0 without due work', async () => {
    const { db, clock } = bed.service;
    expect(await readOldestDue(db)).toEqual({ verifications: 0, renewals: 0, revocations: 0 });
    const id = await bed.connectedRotor(bed.newTenant());
    expect(await readOldestDue(db)).toEqual({ verifications: 0, renewals: 0, revocations: 0 });
    const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000);
    await sql('update integrations set check_at = $2 where id = $1', id, ago(100));
    await sql('update credentials set renew_at = $2 where integration_id = $1', id, ago(50));
    expect(await readOldestDue(db)).toEqual({ verifications: 100, renewals: 50, revocations: 0 });
  });
});
