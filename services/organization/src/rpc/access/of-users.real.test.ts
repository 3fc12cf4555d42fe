import { serviceNames } from '@patchbay/platform/services';
import { callAs } from '@patchbay/rpc/client';
import { anonymousContext } from '@patchbay/testing/callers';
import { createLog } from '@patchbay/testing/log';
import { recordStatements } from '@patchbay/testing/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../../tenant.fixture.ts';
import { asPerson, startOrganization, type TestOrganization } from '../../test-bed.fixture.ts';

const statements = recordStatements();
const log = createLog();

/** The call options that the gateway uses for requests of these users that arrived together. */
const forUsers = (...users: string[]) => callAs({ ...anonymousContext(), caller: { type: 'system' }, users });

describe('a call for several users', () => {
  let organization: TestOrganization;
  const client = () => organization.calledBy('gateway');

  beforeAll(async () => {
    organization = await startOrganization({ logger: log.logger });
  });
  afterAll(() => organization?.stop());

  it('resolves the access of each to their own path, by one query, as a call of their own does', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    const guest = await tenant.person('guest');
    const [spring, autumn] = [await tenant.workspace(), await tenant.workspace()];
    await tenant.assign(guest, spring, 'member');
    const asked = [
      { person: tenant.admin, path: { organizationSlug: tenant.slug } },
      { person: guest, path: spring },
      { person: guest, path: autumn },
      { person: other.admin, path: { organizationSlug: tenant.slug } },
      { person: other.admin, path: { organizationSlug: other.slug } },
      { person: tenant.admin, path: { organizationSlug: tenant.slug, workspaceSlug: 'nowhere' } },
      { person: tenant.admin, path: { organizationSlug: 'nobody' } },
    ];
    const resolve = () =>
      client().resolveAccessOfUsers(
        { paths: asked.map(({ path }) => path) },
        forUsers(...asked.map(({ person }) => person.userId)),
      );
    expect(await statements.during(resolve)).toEqual(['access by paths and users']);
    const { outcomes } = await resolve();
    const expected = await Promise.all(
      asked.map(({ person, path }) =>
        client()
          .resolveAccess(path, asPerson(person))
          .then(
            ({ access }) => ({ case: 'access', value: access }),
            ({ code, reason }: { code: string; reason: string }) => ({
              case: 'failure',
              value: { code, reason },
            }),
          ),
      ),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toMatchObject(expected);
    expect(expected.map((one) => one.case)).toEqual([
      'access',
      'access',
      'failure',
      'failure',
      'access',
      'failure',
      'failure',
    ]);
  });

  it('lists the organizations of each, by one query, as a call of their own does', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    await organization.db.pool.query(
      `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'viewer')`,
      [other.id, tenant.admin.userId],
    );
    const people = [tenant.admin, other.admin, tenant.admin];
    const list = () =>
      client().listOrganizationsOfUsers(
        {},
        forUsers(...people.map(({ userId }) => userId), crypto.randomUUID()),
      );
    expect(await statements.during(list)).toEqual(['organizations of members']);
    const { lists } = await list();
    expect(lists.map(({ organizations }) => organizations.length)).toEqual([2, 1, 2, 0]);
    for (const [index, person] of people.entries()) {
      expect(lists[index]).toMatchObject(await client().listOrganizations({}, asPerson(person)));
    }
  });

  it('names each request in a line where it fails', async () => {
    const requestIds = ['r1', 'r2'];
    const users = [crypto.randomUUID(), 'no id'];
    const paths = users.map(() => ({ organizationSlug: 'acme' }));
    const calls = {
      ResolveAccessOfUsers: () => client().resolveAccessOfUsers({ paths, requestIds }, forUsers(...users)),
      ListOrganizationsOfUsers: () => client().listOrganizationsOfUsers({ requestIds }, forUsers(...users)),
    };
    for (const [name, call] of Object.entries(calls)) {
      log.lines.length = 0;
      await expect(call()).rejects.toMatchObject({ code: 'internal' });
      const method = `patchbay.organization.v1.OrganizationService/${name}`;
      expect(log.lines.filter(({ msg }) => msg === 'call failed')).toMatchObject(
        requestIds.map((requestId) => ({ level: 'error', method, requestId })),
      );
    }
  });

  it('is refused where the token names no users or other numbers of them, and to other services', async () => {
    const path = { organizationSlug: 'acme' };
    const { admin } = await createTenant(organization);
    const refused = [
      () => client().resolveAccessOfUsers({ paths: [path] }, forUsers()),
      () => client().resolveAccessOfUsers({ paths: [path] }),
      () => client().listOrganizationsOfUsers({}),
      () => client().listOrganizationsOfUsers({}, asPerson(admin)),
      // Users are nobody's caller: other methods refuse them.
      () => client().resolveAccess(path, forUsers(admin.userId)),
      ...serviceNames
        .filter((name) => name !== 'gateway')
        .map((name) => () => organization.calledBy(name).listOrganizationsOfUsers({})),
    ];
    for (const call of refused) await expect(call()).rejects.toMatchObject({ code: 'internal' });
  });
});
