import { describe, expect, it } from 'vitest';
import { createTenant } from './tenant.fixture.ts';
import { newDomain, personAt, sharedOrganization, signUpOf } from './test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('the sweep', () => {
  const park = async (): Promise<string> => {
    const person = personAt(newDomain());
    await organization.calledBy('identity').parkSignUp(signUpOf(person));
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
                   $5)`,
          [
            tenant.id,
            `${status}-${days}@elsewhere.example`,
            status,
            tenant.admin.userId,
            organization.hoursAgo(days * 24),
          ],
        );
    await organization.runDue('sweep');
    expect(await kept()).toEqual(statuses.map((status) => `${status}-89@elsewhere.example`).toSorted());
  });

  it('the sweep deletes expired sign-ups and stored answers, and leaves the others', async () => {
    const { clock, db, hoursAgo } = organization;
    await park();
    await clock.jump(24 * 3_600_000);
    const waiting = await park();
    await db.pool.query("insert into idempotency_keys values ('gone', '', $1), ('kept', '', $2)", [
      clock.now(),
      hoursAgo(-1),
    ]);
    await organization.runDue('sweep');
    expect((await db.pool.query('select email from parked_sign_ups')).rows).toEqual([{ email: waiting }]);
    const { rows } = await db.pool.query("select encode(name, 'escape') as name from idempotency_keys");
    expect(rows).toEqual([{ name: 'kept' }]);
  });
});
