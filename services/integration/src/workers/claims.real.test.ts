import { describe, expect, it } from 'vitest';
import { startAttemptBed } from '../attempts/attempts.fixture.ts';
import {
  claimDueRenewals,
  claimDueVerifications,
  claimRenewals,
  claimVerifications,
  oldestDue,
  readOldestDue,
} from '../store/due-work.ts';
import { workerBed } from './workers.fixture.ts';

const given = workerBed();

describe('claims', () => {
  it('claims find the next due rows by index, however many rows there are', async () => {
    const tenant = given.bed.newTenant();
    await tenant.create();
    await given.sql(
      `insert into integrations (id, workspace_id, provider, name, status, connected_at, check_at)
       select gen_random_uuid(), $1, 'criteo', 'n', 'active', now(), now() + interval '1 day' * random()
       from generate_series(1, 20000)`,
      tenant.workspaceId,
    );
    await given.sql(
      `insert into credentials (integration_id, organization_id, workspace_id, sealed, key_id, renew_at)
       select id, gen_random_uuid(), workspace_id, '{}', 'k', now() + interval '1 day' * random()
       from integrations where name = 'n'`,
    );
    await given.bed.service.asOwner('analyze integrations, credentials');
    for (const [statement, index] of [
      [claimDueVerifications, 'integrations_due'],
      [claimDueRenewals, 'credentials_due'],
    ] as const) {
      const text = statement.text
        .replaceAll('$1', '16')
        .replaceAll('$2', '60000')
        .replaceAll('$3', `array['busy']`);
      const plan = JSON.stringify(await given.sql(`explain (format json) ${text}`));
      expect(plan).toContain(index);
      expect(plan).not.toContain('Seq Scan');
    }
    const oldest = JSON.stringify(await given.sql(`explain (format json) ${oldestDue.text}`));
    expect(oldest).toContain('integrations_due');
    expect(oldest).toContain('credentials_due');
    const { db } = given.bed.service;
    expect(await claimVerifications(db, 16, 60_000)).toEqual([]);
    expect(await claimRenewals(db, 16, 60_000)).toEqual([]);
    await given.sql(`delete from integrations where name = 'n'`);
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
