import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Person } from '@patchbay/access/caller';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { describe, expect, it } from 'vitest';
import { asPerson, newDomain, personAt, sharedOrganization, signUpOf } from '../../test-bed.fixture.ts';

const organization = await sharedOrganization();
const gateway = organization.calledBy('gateway');
const identity = organization.calledBy('identity');

describe('organizations', () => {
  /** Creates an organization by the sign-up of this person, and returns it as they see it. */
  const foundedBy = async (founder: Person) => {
    const { signUpId } = await identity.parkSignUp(signUpOf(founder));
    await identity.provisionUser({ ...founder, signUpId });
    const { organizations } = await gateway.listOrganizations({}, asPerson(founder));
    const founded = organizations.at(-1);
    if (founded === undefined) throw new Error(`${founder.email} founded nothing`);
    return founded;
  };
  const addMember = ({ userId }: Person, organizationId: string, role: string) =>
    organization.db.pool.query(
      `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, $3::role)`,
      [organizationId, userId, role],
    );

  it('a person sees their organizations oldest first, each with their role', async () => {
    const ada = personAt(newDomain());
    const oldest = await foundedBy(personAt(newDomain()));
    await organization.clock.advance(1_000);
    const middle = await foundedBy(ada);
    await organization.clock.advance(1_000);
    const newest = await foundedBy(personAt(newDomain()));
    await addMember(ada, newest.id, 'guest');
    await addMember(ada, oldest.id, 'viewer');
    const { organizations } = await gateway.listOrganizations({}, asPerson(ada));
    expect(organizations.map(({ id, role }) => [id, role])).toEqual([
      [oldest.id, Role.VIEWER],
      [middle.id, Role.ADMIN],
      [newest.id, Role.GUEST],
    ]);
  });

  it('a member sees the organization', async () => {
    const domain = newDomain();
    const [ada, grace] = [personAt(domain), personAt(domain, 'grace')];
    const { id, slug } = await foundedBy(ada);
    await identity.provisionUser(grace);
    const { organization: seen } = await gateway.getOrganization({ slug }, asPerson(grace));
    expect(seen).toMatchObject({ id, slug, name: 'Acme', domain, role: Role.MEMBER });
    expect(seen?.createdAt && timestampDate(seen.createdAt)).toEqual(organization.clock.now());
    expect(await gateway.resolveAccess({ organizationSlug: slug }, asPerson(grace))).toMatchObject({
      access: { organization: { id, slug, name: 'Acme', role: Role.MEMBER } },
    });
    expect(await gateway.resolveAccess({ organizationSlug: slug }, asPerson(ada))).toMatchObject({
      access: { organization: { id, slug, name: 'Acme', role: Role.ADMIN } },
    });
  });

  it('a stranger gets the same answer for an organization that exists and one that does not', async () => {
    const { slug } = await foundedBy(personAt(newDomain()));
    const stranger = personAt(newDomain());
    await foundedBy(stranger);
    const refusals = await Promise.all(
      [slug, 'nobody-has-this-slug'].flatMap((sought) =>
        [
          gateway.getOrganization({ slug: sought }, asPerson(stranger)),
          gateway.resolveAccess({ organizationSlug: sought }, asPerson(stranger)),
        ].map((call) =>
          call.then(
            () => 'found',
            (error: unknown) => error,
          ),
        ),
      ),
    );
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'not_found', publicText: undefined, problems: [] });
    }
  });

  it('SQL orders the roles from guest to admin', async () => {
    const { rows } = await organization.db.pool.query(
      `select array_agg(role::text order by role) as ascending, max(role) as highest,
              greatest('guest'::role, 'viewer'::role) as greater, 'admin'::role > 'member'::role as admin_outranks
       from unnest(enum_range(null::role)) as role`,
    );
    expect(rows).toEqual([
      {
        ascending: ['guest', 'viewer', 'member', 'admin'],
        highest: 'admin',
        greater: 'viewer',
        admin_outranks: true,
      },
    ]);
  });
});
