import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keyActions } from '../api-keys.fixture.ts';
import { createTenant, newcomer, outcomesOf, type Tenant } from '../tenant.fixture.ts';
import { asPerson, personAt, startOrganization, type TestOrganization } from '../test-bed.fixture.ts';

describe('concurrent changes of one organization', () => {
  let organization: TestOrganization;
  const { mint, asKey } = keyActions(() => organization);

  beforeAll(async () => {
    organization = await startOrganization();
  });
  afterEach(() => release());
  afterAll(() => organization?.stop());

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
  const createWorkspaces = ({ slug, admin }: Tenant, count: number): Promise<unknown>[] =>
    Array.from({ length: count }, (_, index) =>
      organization.workspaces.createWorkspace(
        { organizationSlug: slug, slug: `workspace-${index}`, name: 'Spring' },
        asPerson(admin),
      ),
    );
  const slugsOf = async ({ id }: Tenant): Promise<string[]> => {
    const text = 'select slug from workspaces where organization_id = $1';
    const { rows } = await organization.db.pool.query<{ slug: string }>(text, [id]);
    return rows.map(({ slug }) => slug).toSorted();
  };

  it('a hundred writes that wait for one organization delay neither other organizations nor its own reads', async () => {
    const [busy, other] = [await createTenant(organization), await createTenant(organization)];
    await holdLock(busy);
    const writes = createWorkspaces(busy, 100);
    await oneWaits();

    // All of these are answered while the lock is held: more at once than the pool has connections.
    await Promise.all([
      ...createWorkspaces(other, 10),
      ...[busy, other].flatMap(({ slug, admin }) =>
        Array.from({ length: 10 }, () =>
          organization.calledBy('gateway').listMembers({ organizationSlug: slug }, asPerson(admin)),
        ),
      ),
    ]);
    expect(await slugsOf(other)).toHaveLength(10);
    expect(await slugsOf(busy)).toEqual([]);
    expect(await organization.lockWaiters()).toBe(1);

    await release();
    expect(await outcomesOf(writes)).toEqual({ ok: 100 });
    expect(await slugsOf(busy)).toHaveLength(100);
    const created = (await busy.trail()).filter(({ action }) => action === 'workspace.created');
    expect(new Set(created.map(({ target }) => target.id)).size).toBe(100);
    expect(created).toHaveLength(100);
  });

  it('50 concurrent writers of one organization all succeed on a slow database', async () => {
    const tenant = await createTenant(organization);
    await organization.asOwner(`
      create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.05); return new; end';
      create trigger slow before insert on workspaces for each row execute function slow()`);
    try {
      expect(await outcomesOf(createWorkspaces(tenant, 50))).toEqual({ ok: 50 });
    } finally {
      await organization.asOwner('drop function slow() cascade');
    }
    expect(await slugsOf(tenant)).toHaveLength(50);
  });

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
    [
      'sign-ins of one person',
      async ({ domain }) => {
        const person = personAt(domain, 'grace');
        return Array.from(
          { length: 30 },
          () => () => organization.calledBy('identity').provisionUser(person),
        );
      },
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

  it('a call whose deadline passed while it waited for its turn changes nothing', async () => {
    const tenant = await createTenant(organization);
    await holdLock(tenant);
    const [first] = createWorkspaces(tenant, 1);
    await oneWaits();
    const late = organization.workspaces.createWorkspace(
      { organizationSlug: tenant.slug, slug: 'late', name: 'Spring' },
      { ...asPerson(tenant.admin), timeoutMs: 200 },
    );
    await expect(late).rejects.toMatchObject({ code: 'timeout' });
    await release();
    await first;
    // What had been left in the line would have its turn by now.
    await organization.workspaces.createWorkspace(
      { organizationSlug: tenant.slug, slug: 'workspace-1', name: 'Spring' },
      asPerson(tenant.admin),
    );
    expect(await slugsOf(tenant)).toEqual(['workspace-0', 'workspace-1']);
  });
});

describe('a row lock that is held for too long', () => {
  let organization: TestOrganization;

  beforeAll(async () => {
    organization = await startOrganization({ lockTimeoutMs: 300 });
  });
  afterAll(() => organization?.stop());

  it('writes get a 503 and change nothing while another process holds the row lock, and succeed when it is free', {
    tags: 'soak',
  }, async () => {
    const tenant = await createTenant(organization);
    const holder = await organization.db.pool.connect();
    await holder.query('begin');
    await holder.query('select from organizations where id = $1 for update', [tenant.id]);
    const rename = (name: string) =>
      organization
        .calledBy('gateway')
        .updateOrganization({ slug: tenant.slug, name }, asPerson(tenant.admin));
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
