import { createLogger } from '@patchbay/telemetry/logger';
import { waitFor } from '@patchbay/testing/wait';
import { createSweep } from '@patchbay/worker/sweep';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expiredRows } from './app.ts';
import { createTenant } from './tenant.fixture.ts';
import {
  newDomain,
  personAt,
  signUpOf,
  startOrganization,
  type TestOrganization,
} from './test-bed.fixture.ts';

describe('the sweep', () => {
  let organization: TestOrganization;

  beforeAll(async () => {
    organization = await startOrganization();
  });
  afterAll(() => organization?.stop());

  const parked = async (): Promise<string[]> => {
    const text = 'select email from parked_sign_ups order by email';
    return (await organization.db.pool.query<{ email: string }>(text)).rows.map(({ email }) => email);
  };
  const park = async (expired: boolean): Promise<string> => {
    const person = personAt(newDomain());
    await organization.calledBy('identity').parkSignUp(signUpOf(person));
    if (expired) {
      await organization.db.pool.query(
        `update parked_sign_ups set expires_at = now() - interval '1 second' where email = $1`,
        [person.email],
      );
    }
    return person.email;
  };

  it('the sweep deletes invitations 90 days after they have expired, whatever became of them', async () => {
    const tenant = await createTenant(organization);
    const statuses = ['pending', 'accepted', 'declined', 'canceled', 'expired'];
    const kept = async (): Promise<string[]> => {
      const text = 'select email from invitations where organization_id = $1 order by email';
      const { rows } = await organization.db.pool.query<{ email: string }>(text, [tenant.id]);
      return rows.map(({ email }) => email);
    };
    for (const status of statuses)
      for (const days of [89, 91])
        await organization.db.pool.query(
          `insert into invitations
             (id, organization_id, email, role, status, inviter_id, token_digest, sealed_token, expires_at)
           values (gen_random_uuid(), $1, $2::text, 'viewer', $3::invitation_status, $4, sha256($2::text::bytea), 'sealed',
                   now() - $5 * interval '1 day')`,
          [tenant.id, `${status}-${days}@elsewhere.example`, status, tenant.admin.userId, days],
        );
    const sweep = createSweep({
      db: organization.db,
      expired: expiredRows,
      logger: createLogger({ service: 'test', level: 'silent' }),
      intervalMs: 5,
    });
    await sweep.start?.();
    await waitFor(async () => (await kept()).length <= statuses.length, { what: 'the sweep' });
    await sweep.drain?.(AbortSignal.timeout(20_000));
    await sweep.stop?.();
    expect(await kept()).toEqual(statuses.map((status) => `${status}-89@elsewhere.example`).toSorted());
  });

  it('the sweep deletes expired sign-ups and stored answers in every round, also after a failure, and leaves the others', async () => {
    const warnings: string[] = [];
    const logger = createLogger({
      service: 'test',
      destination: { write: (line) => void warnings.push(line) },
    });
    const { pool } = organization.db;
    const [waiting] = [await park(false), await park(true), await park(true)];
    await pool.query(
      "insert into idempotency_keys values ('gone', '', now()), ('kept', '', now() + interval '1 hour')",
    );
    await organization.asOwner('alter table parked_sign_ups rename to parked_away');
    const sweep = createSweep({ db: organization.db, expired: expiredRows, logger, intervalMs: 5 });
    await sweep.start?.();
    try {
      await waitFor(() => warnings.length > 0, { what: 'a failure that is logged' });
      await organization.asOwner('alter table parked_away rename to parked_sign_ups');
      await waitFor(async () => (await parked()).length === 1, { what: 'the first sweep' });
      await park(true);
      await waitFor(async () => (await parked()).length === 1, { what: 'the next sweep' });
    } finally {
      await sweep.drain?.(AbortSignal.timeout(20_000));
      await sweep.stop?.();
    }
    expect(await parked()).toEqual([waiting]);
    const { rows } = await pool.query("select encode(name, 'escape') as name from idempotency_keys");
    expect(rows).toEqual([{ name: 'kept' }]);
    expect(warnings[0]).toContain('worker failed, retrying');
  });
});
