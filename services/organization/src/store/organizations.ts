import type { Role } from '@patchbay/access/role';
import type { Queryable } from '@patchbay/database/queryable';
import type { Organization } from '../domain/organization.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

export interface OrganizationWithRole extends Organization {
  readonly role: Role;
}

const columns = 'o.id, o.slug, o.name, o.domain, o.created_at as "createdAt", m.role';

const ofUser = {
  name: 'organizations of a member',
  text: `select ${columns} from members m join organizations o on o.id = m.organization_id
         where m.user_id = $1 order by o.created_at, o.id`,
};

export const listOrganizations = (db: Queryable, userId: string): Promise<OrganizationWithRole[]> =>
  db.query<OrganizationWithRole>(ofUser, [userId]);

const idsOfUser = {
  name: 'organization ids of a member',
  text: 'select organization_id as id from members where user_id = $1 order by organization_id',
};

export const listOrganizationIds = async (db: Queryable, userId: string): Promise<string[]> =>
  (await db.query<{ id: string }>(idsOfUser, [userId])).map(({ id }) => id);

const taken = {
  name: 'organization by slug or domain',
  text: 'select slug, domain from organizations where slug = $1 or domain = $2',
};

/** Which of the two belongs to an organization already. */
export async function findTaken(
  db: Queryable,
  slug: string,
  domain: string,
): Promise<{ slug: boolean; domain: boolean }> {
  const rows = await db.query<{ slug: string; domain: string | null }>(taken, [slug, domain]);
  return { slug: rows.some((row) => row.slug === slug), domain: rows.some((row) => row.domain === domain) };
}

export const findByDomain = (tx: Tx, domain: string): Promise<Organization | null> =>
  tx.prisma.organization.findUnique({ where: { domain } });

/** The slugs that a free one has to avoid: the wanted one and its numbered successors. */
export async function takenSlugs(tx: Tx, wanted: string): Promise<Set<string>> {
  const rows = await tx.prisma.organization.findMany({
    // Cut as the longest numbered successor is, so that shortened ones are found too.
    where: { slug: { startsWith: wanted.slice(0, 55) } },
    select: { slug: true },
  });
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * Inserts the organization unless its slug or domain was taken meanwhile: then nothing happens and the answer is false.
 * Waits for a transaction that is inserting the same slug or domain right now.
 */
export async function insertOrganization(tx: Tx, organization: Organization): Promise<boolean> {
  const { count } = await tx.prisma.organization.createMany({ data: [organization], skipDuplicates: true });
  return count === 1;
}

export async function saveOrganizationName(
  tx: Tx,
  { id, name }: Organization & LockedOrganization,
  now: Date,
): Promise<void> {
  await tx.prisma.organization.update({ where: { id }, data: { name, updatedAt: now } });
}
