import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AttemptBed, present, startAttemptBed } from '../attempts/attempts.fixture.ts';
import {
  claimDueRenewals,
  claimDueVerifications,
  oldestDue,
  organizationsToRenew,
  organizationsToVerify,
  readOldestDue,
} from '../store/due-work.ts';
import type { Tenant } from '../tenant.fixture.ts';
import { renewalTurns, verificationTurns } from './workers.fixture.ts';

/** A service whose workers do not work: the tests claim. */
let bed: AttemptBed;
beforeAll(async () => {
  bed = await startAttemptBed({ pollMs: 3_600_000 });
});
afterAll(() => bed?.stop());
afterEach(() => bed.service.asOwner('truncate integrations cascade'));

const sql = async (text: string, ...values: unknown[]) =>
  (await bed.service.db.pool.query<Record<string, unknown>>(text, values)).rows;

/** Inserts integrations whose verification and renewal are due after `dueIn`, an interval of SQL. */
async function insertDue(tenant: Tenant, count: number, dueIn: string): Promise<void> {
  await tenant.create();
  // Some at a time: on a busy machine one statement for all of them could reach the timeout of statements.
  for (let left = count; left > 0; left -= 2_000)
    await sql(
      `with made as (
         insert into integrations (id, workspace_id, organization_id, provider, name, status, connected_at, check_at)
         select gen_random_uuid(), $1, $4, 'criteo', 'due', 'active', now(), now() + $3::interval
         from generate_series(1, $2::int) returning id, check_at
       )
       insert into credentials (integration_id, organization_id, workspace_id, provider, sealed, key_id, renew_at)
       select id, $4, $1, 'criteo', '{}', 'k', check_at from made`,
      tenant.workspaceId,
      Math.min(left, 2_000),
      dueIn,
      tenant.organizationId,
    );
}

/** Blocks of tables and indexes that the statement reads. */
async function blocksOf(text: string, values: readonly unknown[]): Promise<{ plan: string; blocks: number }> {
  const [row] = await sql(`explain (analyze, buffers, format json) ${text}`, ...values);
  const [{ Plan: plan }] = present(row)['QUERY PLAN'] as [{ Plan: Record<string, number> }];
  const blocks = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { plan: JSON.stringify(plan), blocks };
}

const queues = [
  ['verifications', verificationTurns, claimDueVerifications, organizationsToVerify, 'integrations'],
  ['renewals', renewalTurns, claimDueRenewals, organizationsToRenew, 'credentials'],
] as const;

describe.each(queues)('claims of %s', (_, turnsOf, claimStatement, listStatement, table) => {
  const countOf = (tenant: Tenant, claimed: readonly { organizationId: string }[]) =>
    claimed.filter(({ organizationId }) => organizationId === tenant.organizationId).length;

  it('an organization with 50,000 due rows delays another by one turn, and a claim stays small', async () => {
    const [large, small] = [bed.newTenant(), bed.newTenant()];
    await insertDue(large, 50_000, '-1 hour');
    await insertDue(small, 3, '-1 second');
    await insertDue(bed.newTenant(), 3, '1 hour');
    await bed.service.asOwner('analyze integrations, credentials');
    const claim = turnsOf(bed.service.db);
    const first = await claim(4, 60_000, []);
    expect([countOf(large, first), countOf(small, first)]).toEqual([2, 2]);
    const second = await claim(2, 60_000, []);
    expect([countOf(large, second), countOf(small, second)]).toEqual([1, 1]);
    expect(countOf(large, await claim(2, 60_000, []))).toBe(2);
    expect(await claim(2, 60_000, ['criteo'])).toEqual([]);

    const turn = [[large.organizationId, small.organizationId], ['criteo', 'criteo'], 8, 16, 60_000];
    for (const [{ text }, values, most] of [
      [claimStatement, turn, 400],
      [listStatement, [], 2_000],
    ] as const) {
      const { plan, blocks } = await blocksOf(text, values);
      expect(plan).toContain(`${table}_due`);
      expect(plan).not.toContain('Seq Scan');
      expect(blocks).toBeLessThan(most);
    }
    expect((await blocksOf(oldestDue.text, [])).plan).toContain(`${table}_due`);
  });

  it('two processes that claim at once take each row once, and serve every organization by turns', async () => {
    const [large, small] = [bed.newTenant(), bed.newTenant()];
    await insertDue(large, 200, '-1 hour');
    await insertDue(small, 20, '-1 second');
    const claims = [turnsOf(bed.service.db), turnsOf(bed.service.db)];
    const claimed: { id: string; organizationId: string }[] = [];
    await Promise.all(
      claims.map(async (claim) => {
        for (let round = 0; round < 25; round += 1) claimed.push(...(await claim(1, 60_000, [])));
      }),
    );
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(50);
    expect([countOf(large, claimed), countOf(small, claimed)]).toEqual([30, 20]);
  });

  it('without due rows nothing is claimed', async () => {
    await insertDue(bed.newTenant(), 3, '1 hour');
    expect(await turnsOf(bed.service.db)(16, 60_000, [])).toEqual([]);
  });
});

describe('the age of the oldest due work', () => {
  it('the age of the oldest due work is measured by queue and 0 without due work', async () => {
    const idle = await startAttemptBed({ pollMs: 3_600_000 });
    const { db } = idle.service;
    expect(await readOldestDue(db)).toEqual({ verifications: 0, renewals: 0, revocations: 0 });
    const id = await idle.connectedRotor(idle.newTenant());
    expect(await readOldestDue(db)).toEqual({ verifications: 0, renewals: 0, revocations: 0 });
    await db.pool.query(`update integrations set check_at = now() - interval '100 seconds' where id = $1`, [
      id,
    ]);
    await db.pool.query(
      `update credentials set renew_at = now() - interval '50 seconds' where integration_id = $1`,
      [id],
    );
    const { verifications, renewals, revocations } = await readOldestDue(db);
    expect(verifications).toBeGreaterThan(99);
    expect(renewals).toBeGreaterThan(49);
    expect(renewals).toBeLessThan(99);
    expect(revocations).toBe(0);
    await idle.stop();
  });
});
