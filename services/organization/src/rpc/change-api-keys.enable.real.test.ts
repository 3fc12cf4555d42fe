import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyActions, type MintedKey } from '../api-keys.fixture.ts';
import { createTenant, outcomesOf, type Tenant } from '../tenant.fixture.ts';
import { asPerson, startOrganization, type TestOrganization } from '../test-bed.fixture.ts';

describe('enableApiKey', () => {
  let organization: TestOrganization;
  const { mint, statusOf } = keyActions(() => organization);

  beforeAll(async () => {
    organization = await startOrganization();
  });
  afterAll(() => organization?.stop());

  const change = (
    how: 'enableApiKey' | 'disableApiKey' | 'revokeApiKey',
    { slug }: Tenant,
    { id }: MintedKey,
    by: Person,
  ) => organization.apiKeys[how]({ organizationSlug: slug, apiKeyId: id }, asPerson(by));
  const demote = ({ slug, admin }: Tenant, { userId }: Person) =>
    organization
      .calledBy('gateway')
      .updateMember({ organizationSlug: slug, userId, role: Role.MEMBER }, asPerson(admin));
  const disabledKeyOf = async (tenant: Tenant, by: Person) => {
    const key = await mint(tenant, { level: 'organization', role: 'admin', by });
    await change('disableApiKey', tenant, key, by);
    return key;
  };

  it('a creator who may no longer create a key cannot enable it, but can disable and revoke it', async () => {
    const tenant = await createTenant(organization);
    const grace = await tenant.person('admin');
    const key = await disabledKeyOf(tenant, grace);
    await demote(tenant, grace);
    await tenant.trail();
    const refusal = {
      code: 'forbidden',
      publicText: 'Only admins of the organization can make API keys for it.',
    };
    await expect(change('enableApiKey', tenant, key, grace)).rejects.toMatchObject(refusal);
    expect(await statusOf(key)).toBe('disabled');
    expect(await tenant.trail()).toEqual([]);
    await change('disableApiKey', tenant, key, grace);
    await change('enableApiKey', tenant, key, tenant.admin);
    await change('disableApiKey', tenant, key, grace);
    await change('revokeApiKey', tenant, key, grace);
    expect((await tenant.trail()).map(({ action, actor }) => [action, actor])).toEqual([
      ['api_key.enabled', tenant.admin.userId],
      ['api_key.disabled', grace.userId],
      ['api_key.revoked', grace.userId],
    ]);
  });

  it.each(['member', 'viewer', null] as const)(
    'a creator who is now %s of a workspace cannot enable a key of it',
    async (assigned) => {
      const tenant = await createTenant(organization);
      const grace = await tenant.person('guest');
      const workspace = await tenant.workspace();
      await tenant.assign(grace, workspace, 'admin');
      const key = await mint(tenant, { level: 'workspace', role: 'admin', workspace, by: grace });
      await change('disableApiKey', tenant, key, grace);
      const { pool } = organization.db;
      if (assigned === null) await pool.query('delete from assignments where user_id = $1', [grace.userId]);
      else
        await pool.query('update assignments set role = $2::role where user_id = $1', [
          grace.userId,
          assigned,
        ]);
      await expect(change('enableApiKey', tenant, key, grace)).rejects.toMatchObject({
        code: 'forbidden',
        publicText: 'Only admins of the workspace can make API keys for it.',
      });
      await tenant.assign(await tenant.person('guest'), workspace, 'viewer');
      await expect(change('enableApiKey', tenant, key, tenant.admin)).resolves.toMatchObject({
        apiKey: { status: 'active' },
      });
    },
  );

  it('a creator can enable a user-level key, whatever their role', async () => {
    const tenant = await createTenant(organization);
    const guest = await tenant.person('guest');
    const key = await mint(tenant, { level: 'user', by: guest });
    await change('disableApiKey', tenant, key, guest);
    await expect(change('enableApiKey', tenant, key, guest)).resolves.toMatchObject({
      apiKey: { status: 'active' },
    });
  });

  /** Starts the two calls while another connection holds the row lock of the organization, the second one after the first. */
  const inOrder = async (
    { id }: Tenant,
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<PromiseSettledResult<unknown>[]> => {
    const holder = await organization.db.pool.connect();
    await holder.query('begin');
    await holder.query('select from organizations where id = $1 for update', [id]);
    const waits = async () => {
      const { rows } = await organization.db.pool.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where application_name = 'organization' and wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows[0]?.count === 1;
    };
    const calls = [first()];
    await waitFor(waits, { what: 'the first call waits for the lock' });
    calls.push(second());
    // The second call waits in the queue of the process, which no statement shows.
    await sleep(200);
    await holder.query('commit');
    holder.release();
    return Promise.allSettled(calls);
  };

  it('a key is enabled if the demotion comes after it, and not if the demotion comes before', async () => {
    const tenant = await createTenant(organization);
    const [grace, linus] = [await tenant.person('admin'), await tenant.person('admin')];
    const [hers, his] = [await disabledKeyOf(tenant, grace), await disabledKeyOf(tenant, linus)];
    const demotedFirst = await inOrder(
      tenant,
      () => demote(tenant, grace),
      () => change('enableApiKey', tenant, hers, grace),
    );
    expect(demotedFirst).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'forbidden' } },
    ]);
    const enabledFirst = await inOrder(
      tenant,
      () => change('enableApiKey', tenant, his, linus),
      () => demote(tenant, linus),
    );
    expect(enabledFirst).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
    expect([await statusOf(hers), await statusOf(his)]).toEqual(['disabled', 'active']);
  });

  it('a key is never enabled after a demotion, in whatever order concurrent calls run', async () => {
    const tenant = await createTenant(organization);
    const people = await Promise.all(Array.from({ length: 6 }, () => tenant.person('admin')));
    const keys = await Promise.all(people.map((person) => disabledKeyOf(tenant, person)));
    await tenant.trail();
    const outcomes = await outcomesOf(
      people.flatMap((person, index) => [
        demote(tenant, person),
        change('enableApiKey', tenant, keys[index] as MintedKey, person),
      ]),
    );
    const trail = await tenant.trail();
    const enabled = trail.filter(({ action }) => action === 'api_key.enabled');
    expect(outcomes['ok']).toBe(people.length + enabled.length);
    for (const { actor } of enabled) {
      const ofActor = trail.filter((entry) => entry.actor === actor || entry.target.id === actor);
      expect(ofActor.map(({ action }) => action)).toEqual(['api_key.enabled', 'member.role_changed']);
    }
  });
});
