import type { Person } from '@patchbay/access/caller';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, outcomesOf, type Tenant } from '../tenant.fixture.ts';
import { asPerson, startOrganization, type TestOrganization } from '../test-bed.fixture.ts';

/** As many as organization has connections. */
const poolSize = 8;

describe('row locks of people', () => {
  let organization: TestOrganization;

  beforeAll(async () => {
    // Longer than any test takes on a slow machine.
    organization = await startOrganization();
  });
  afterEach(() => release());
  afterAll(() => organization?.stop());

  let release = async (): Promise<void> => {};
  /** Locks the rows as a change of a membership does, on a connection of another pool, until `release`. */
  const hold = async (people: readonly Person[]): Promise<void> => {
    const holder = await organization.db.pool.connect();
    release = async () => {
      release = async () => {};
      await holder.query('commit');
      holder.release();
    };
    await holder.query('begin');
    const ids = people.map(({ userId }) => userId);
    await holder.query('select from people where user_id = any ($1::uuid[]) for no key update', [ids]);
  };
  const members = async (): Promise<{ tenant: Tenant; person: Person }[]> => {
    const tenants = await Promise.all(Array.from({ length: poolSize }, () => createTenant(organization)));
    return Promise.all(tenants.map(async (tenant) => ({ tenant, person: await tenant.person('member') })));
  };

  it.each<[string, (member: { tenant: Tenant; person: Person }) => Promise<unknown>]>([
    [
      'removals, which hold the locks of their organizations,',
      ({ tenant: { slug, admin }, person: { userId } }) =>
        organization.calledBy('gateway').removeMember({ organizationSlug: slug, userId }, asPerson(admin)),
    ],
    [
      'sign-ins with newer names',
      ({ person }) =>
        organization.calledBy('identity').provisionUser({ ...person, name: 'Countess', version: 2 }),
    ],
  ])('reads get connections while %s wait for the row lock of a person', async (_, call) => {
    const [bystander, joined] = [await createTenant(organization), await members()];
    await hold(joined.map(({ person }) => person));
    const running = joined.map(call);
    const mostOpen = (poolSize * 3) / 4;
    await organization.untilLockWaiters(mostOpen);
    // Answered while the rows are locked.
    await organization
      .calledBy('gateway')
      .listMembers({ organizationSlug: bystander.slug }, asPerson(bystander.admin));
    expect(await organization.lockWaiters()).toBe(mostOpen);
    await release();
    expect(await outcomesOf(running)).toEqual({ ok: poolSize });
  });
});
