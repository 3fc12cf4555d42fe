import type { Person } from '@patchbay/access/caller';
import { createTransact, type Transact } from '@patchbay/database/transaction';
import { userContext } from '@patchbay/testing/callers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTenant, newcomer } from '../tenant.fixture.ts';
import { sharedOrganization } from '../test-bed.fixture.ts';
import { lockAccess } from './access.ts';
import type { Tx } from './transaction.ts';

const organization = await sharedOrganization();

const callerOf = (person: Person) => {
  const { caller } = userContext(person);
  if (caller.type !== 'user') throw new Error('not a person');
  return caller;
};

/** Wraps the transaction so that `meanwhile` runs right after its first statement. */
const interrupted = (tx: Tx, meanwhile: () => Promise<unknown>): Tx => {
  let first = true;
  return new Proxy(tx, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...values: unknown[]) => {
        const result: unknown = await Reflect.apply(member, target, values);
        if (first) {
          first = false;
          await meanwhile();
        }
        return result;
      };
    },
  });
};

describe('lockAccess', () => {
  let transact: Transact<Tx>;

  beforeAll(async () => {
    transact = createTransact(organization.db);
  });

  const isFree = async (id: string) =>
    (await organization.db.pool.query('select from organizations where id = $1 for update skip locked', [id]))
      .rowCount === 1;

  it('a second transaction waits for the lock until the first one ends', async () => {
    const { id, slug, admin } = await createTenant(organization);
    await transact('lock', async (tx) => {
      await lockAccess(tx, callerOf(admin), { organizationSlug: slug });
      expect(await isFree(id)).toBe(false);
    });
    expect(await isFree(id)).toBe(true);
  });

  it('a caller who becomes a member at that moment never gets access without the lock', async () => {
    const { id, slug } = await createTenant(organization);
    const grace = await newcomer(organization);
    const join = () =>
      organization.db.pool.query(
        `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'admin')`,
        [id, grace.userId],
      );
    const attempt = transact('lock', async (tx) => {
      await lockAccess(interrupted(tx, join), callerOf(grace), { organizationSlug: slug });
    });
    await expect(attempt).rejects.toMatchObject({ code: 'not_found', reason: 'organization_not_visible' });
    await expect(
      transact('lock', (tx) => lockAccess(tx, callerOf(grace), { organizationSlug: slug })),
    ).resolves.toMatchObject({ organization: { role: 'admin' } });
  });
});
