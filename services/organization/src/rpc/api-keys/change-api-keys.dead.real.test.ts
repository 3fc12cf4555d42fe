import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Invitation } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyActions } from '../../api-keys.fixture.ts';
import { createTenant, newcomer, type Tenant } from '../../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('keys that were revoked or have expired', () => {
  let tenant: Tenant;
  const { mint, asKey } = keyActions(() => organization);

  beforeEach(async () => {
    tenant = await createTenant(organization);
  });

  /** Inserts dead keys named 1, 2, …, of which number 1 ended most recently, a day ago; every second one has expired. */
  const insertDead = (count: number, by?: Person) =>
    organization.db.pool.query(
      `insert into api_keys
         (id, organization_id, creator_user_id, name, digest, level, role, status, revoked_at, expires_at)
       select gen_random_uuid(), $1::uuid, $2::uuid, number::text, sha256(($2::uuid::text || $1::uuid || number || $4::text)::bytea), $4::text::api_key_level,
              case when $4::text = 'organization' then 'viewer'::role end,
              case number % 2 when 0 then 'active' else 'revoked' end::api_key_status,
              case number % 2 when 0 then null else $5::timestamptz - interval '1 day' - number * interval '1 s' end,
              case number % 2 when 0 then $5::timestamptz - interval '1 day' - number * interval '1 s' end
       from generate_series(1, $3::int) as number`,
      [tenant.id, (by ?? tenant.admin).userId, count, by ? 'user' : 'organization', organization.clock.now()],
    );
  const list = async (as: Person = tenant.admin) =>
    (await organization.apiKeys.listApiKeys({ organizationSlug: tenant.slug }, asPerson(as))).apiKeys;
  /** The numbers of the inserted keys that are left, the highest first. */
  const numbersLeft = async (as?: Person) =>
    (await list(as))
      .map(({ name }) => Number(name))
      .filter(Number.isInteger)
      .toSorted((a, b) => b - a);
  const stored = async () =>
    (await organization.db.pool.query('select from api_keys where organization_id = $1', [tenant.id])).rows
      .length;
  const path = ({ id }: { id: string }) => ({ organizationSlug: tenant.slug, apiKeyId: id });
  const revoke = (key: { id: string }) =>
    organization.apiKeys.revokeApiKey(path(key), asPerson(tenant.admin));

  it('revoking a key removes the dead one that ended first, beyond 1,000', async () => {
    const key = await mint(tenant, { level: 'organization', role: 'viewer' });
    await insertDead(1_000);
    await revoke(key);
    expect((await numbersLeft())[0]).toBe(999);
    expect((await list()).find(({ id }) => id === key.id)).toMatchObject({ status: 'revoked' });
    await revoke(key);
    expect(await numbersLeft()).toHaveLength(999);
  });

  it('rotating a key removes the dead one that ended first, beyond 1,000', async () => {
    const key = await mint(tenant, { level: 'organization', role: 'viewer' });
    await insertDead(1_000);
    const rotation = { ...path(key), graceHours: 0 };
    await organization.apiKeys.rotateApiKey(rotation, asPerson(tenant.admin));
    expect((await numbersLeft())[0]).toBe(999);
    expect(await list()).toHaveLength(1_001);
  });

  it('removing a person removes dead keys beyond 1,000', async () => {
    const grace = await tenant.person('member');
    const workspace = await tenant.workspace();
    await tenant.assign(grace, workspace, 'admin');
    for (const level of ['workspace', 'workspace', 'user'] as const)
      await mint(tenant, { level, by: grace, ...(level === 'workspace' && { role: 'viewer', workspace }) });
    await insertDead(1_000);
    await organization
      .calledBy('gateway')
      .removeMember({ organizationSlug: tenant.slug, userId: grace.userId }, asPerson(tenant.admin));
    expect((await numbersLeft())[0]).toBe(998);
  });

  it('creating a key removes expired ones beyond 1,000, although nothing was revoked', async () => {
    await insertDead(1_500);
    const other = await createTenant(organization);
    await mint(other, { level: 'user' });
    expect(await stored()).toBe(1_500);
    await mint(tenant, { level: 'user' });
    expect(await stored()).toBe(1_001);
    expect((await numbersLeft())[0]).toBe(1_000);
  });

  it("of the dead user-level keys of a person the newest 50 are kept, and they push out nobody else's", async () => {
    const [guest, other] = [await tenant.person('guest'), await tenant.person('guest')];
    await insertDead(1_000);
    await insertDead(50, other);
    await insertDead(50, guest);
    let key = await mint(tenant, { level: 'user', by: guest });
    for (let rotations = 0; rotations < 3; rotations += 1) {
      const { apiKey } = await organization.apiKeys.rotateApiKey(
        { ...path(key), graceHours: 0 },
        asPerson(guest),
      );
      key = { ...key, id: apiKey?.id ?? '' };
    }
    expect(await list(guest)).toHaveLength(51);
    expect((await numbersLeft(guest))[0]).toBe(47);
    expect([(await numbersLeft()).length, (await numbersLeft(other)).length]).toEqual([1_000, 50]);
  });

  it('a list has the newest 1,000 dead keys, the own ones among them, and every live one', async () => {
    const live = await mint(tenant, { level: 'organization', role: 'viewer' });
    await insertDead(1_000);
    await insertDead(50, tenant.admin);
    expect(await numbersLeft()).toHaveLength(1_000);
    expect((await numbersLeft())[0]).toBe(950);
    expect((await list()).map(({ id }) => id)).toContain(live.id);
  });

  it('an invitation through a key that was removed stays refused', async () => {
    const key = await mint(tenant, { level: 'organization', role: 'admin' });
    const ada = await newcomer(organization);
    const { invitation } = await organization.invitations.createInvitation(
      { organizationSlug: tenant.slug, email: ada.email, role: Role.MEMBER },
      await asKey(key),
    );
    await revoke(key);
    await organization.db.pool.query(
      `update api_keys set revoked_at = revoked_at - interval '2 years' where id = $1`,
      [key.id],
    );
    await insertDead(1_000);
    await mint(tenant, { level: 'user' });
    expect((await list()).map(({ id }) => id)).not.toContain(key.id);
    const accepting = organization.invitations.acceptInvitation(
      { invitationId: (invitation as Invitation).id },
      asPerson(ada),
    );
    await expect(accepting).rejects.toMatchObject({ code: 'conflict' });
  });
});
