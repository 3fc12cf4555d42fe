import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keyActions } from '../api-keys.fixture.ts';
import { createTenant, newcomer, outcomesOf, type Tenant } from '../tenant.fixture.ts';
import {
  asPerson,
  personAt,
  sharedOrganization,
  startOrganization,
  type TestOrganization,
} from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('concurrent changes of one organization', () => {
  const { mint, asKey } = keyActions(() => organization);

  afterEach(() => release());

  let release = async (): Promise<void> => {};
  /** Holds the lock on a connection of another pool, until `release`. */
  const holdLock = async ({ id }: Tenant): Promise<void> => {
    const holder = await organization.db.pool.connect();
    release = async () => {
      release = async () => {};
      await holder.query('commit');
      holder.release();
    };
    await holder.query('begin');
    await holder.query('select from organizations where id = $1 for update', [id]);
  };
  const oneWaits = () => organization.untilLockWaiters();

  it.each<[string, (tenant: Tenant) => Promise<(() => Promise<unknown>)[]>]>([
    [
      'a key',
      async (tenant) => {
        const key = await asKey(await mint(tenant, { level: 'organization', role: 'admin' }));
        return Array.from(
          { length: 30 },
          (_, index) => () =>
            organization.invitations.createInvitation(
              { organizationSlug: tenant.slug, email: `guest-${index}@example.com`, role: Role.MEMBER },
              key,
            ),
        );
      },
    ],
    [
      'sign-ins of its domain',
      async ({ domain }) =>
        Array.from(
          { length: 30 },
          (_, index) => () =>
            organization.calledBy('identity').provisionUser(personAt(domain, `person-${index}`)),
        ),
    ],
  ])('one connection waits for the row lock of an organization, whatever calls: %s', async (_, prepare) => {
    const tenant = await createTenant(organization);
    const calls = await prepare(tenant);
    await holdLock(tenant);
    const running = calls.map((call) => call());
    await oneWaits();
    const bystander = await newcomer(organization);
    await organization.calledBy('gateway').listOrganizations({}, asPerson(bystander));
    expect(await organization.lockWaiters()).toBe(1);
    await release();
    expect(await outcomesOf(running)).toEqual({ ok: 30 });
  });

  it('a caller without access does not wait for the row lock of an organization', async () => {
    const [tenant, stranger] = [await createTenant(organization), await newcomer(organization)];
    await holdLock(tenant);
    await expect(
      organization.workspaces.createWorkspace(
        { organizationSlug: tenant.slug, slug: 'spring', name: 'Spring' },
        asPerson(stranger),
      ),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a row lock that is held for too long', () => {
  let impatient: TestOrganization;

  beforeAll(async () => {
    impatient = await startOrganization({ lockTimeoutMs: 300 });
  });
  afterAll(() => impatient?.stop());

  it('writes get a 503 and change nothing while another process holds the row lock, and succeed when it is free', {
    tags: 'soak',
  }, async () => {
    const tenant = await createTenant(impatient);
    const holder = await impatient.db.pool.connect();
    await holder.query('begin');
    await holder.query('select from organizations where id = $1 for update', [tenant.id]);
    const rename = (name: string) =>
      impatient.calledBy('gateway').updateOrganization({ slug: tenant.slug, name }, asPerson(tenant.admin));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => rename(`Acme ${index}`)),
    );
    await holder.query('commit');
    holder.release();
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'unavailable',
          publicText: expect.stringContaining('try again'),
          retryAfterSeconds: 1,
        },
      });
    }
    await rename('Acme Works');
    expect(await tenant.trail()).toMatchObject([{ changes: { name: ['Acme', 'Acme Works'] } }]);
  });
});
