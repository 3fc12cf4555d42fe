import type { Person } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import type { Queryable } from '@patchbay/database/query';
import {
  type DomainRole,
  joiningDomainOf,
  type Organization,
  slugCandidates,
} from '../domain/organization.ts';
import type { LockedOrganization } from './organization-lock.ts';
import { mostOrganizations } from './person-organizations.ts';
import type { Tx } from './transaction.ts';

export interface OrganizationWithRole extends Organization {
  readonly role: Role;
}

const columns =
  'o.id, o.slug, o.name, o.domain, o.domain_role as "domainRole", o.created_at as "createdAt", o.requires_passkey as "requiresPasskey", o.deletes_at as "deletesAt", o.suspended_reason as "suspendedReason", m.role';

const organizationsOfUser = {
  name: 'organizations of a member',
  text: `select ${columns} from members m join organizations o on o.id = m.organization_id
         where m.user_id = $1 and o.deleted_at is null order by o.created_at, o.id limit ${mostOrganizations}`,
};

export const listOrganizations = (db: Queryable, userId: string): Promise<OrganizationWithRole[]> =>
  db.query<OrganizationWithRole>(organizationsOfUser, [userId]);

const bySlugOrDomain = {
  name: 'organization by slug or domain',
  text: 'select slug, domain from organizations where slug = $1 or domain = $2 limit 2',
};

/** True for each of the two that an organization already has. */
export async function findTaken(
  db: Queryable,
  slug: string,
  domain: string,
): Promise<{ slug: boolean; domain: boolean }> {
  const rows = await db.query<{ slug: string; domain: string | null }>(bySlugOrDomain, [slug, domain]);
  return { slug: rows.some((row) => row.slug === slug), domain: rows.some((row) => row.domain === domain) };
}

const byDomain = {
  name: 'organization by domain',
  text: 'select id from organizations where domain = $1',
};

export const findByDomain = async (db: Queryable, domain: string): Promise<{ id: string } | undefined> =>
  (await db.query<{ id: string }>(byDomain, [domain]))[0];

/** Organization `o` is neither closed nor suspended. */
export const isOpen = 'o.deletes_at is null and o.suspended_reason is null';

/**
 * Organization `o` lets the address join by its domain: `domain` is null where the address has a tag, and no mailbox joins that is or
 * was in the organization under any address, also where the account was deleted since. So the mailbox of a removed person brings
 * nobody back.
 */
export const letsJoin = (address: string, domain: string): string => `
  o.domain = ${domain} and o.domain_role is not null and ${isOpen}
  and not exists (select from people p join membership_periods m on m.user_id = p.user_id and m.organization_id = o.id
                  where regexp_replace(p.email, '\\+.*@', '@') = ${address})
  and not exists (select from people p join membership_periods m on m.user_id = p.user_id and m.organization_id = o.id
                  where p.mailbox_digest = sha256(convert_to(${address}, 'UTF8')))`;

export interface JoinableOrganization {
  readonly id: string;
  readonly domainRole: DomainRole;
}

export const joinableByDomain = {
  name: 'organization to join by domain',
  text: `select o.id, o.domain_role as "domainRole" from organizations o
         where ${letsJoin('$1', '$2')}
           and not exists (select from membership_periods m where m.user_id = $3::uuid and m.organization_id = o.id)`,
};

/** The organization that the person's domain adds them to. Undefined for a person who is or was a member. */
export const findJoinable = async (
  db: Queryable,
  { email, userId }: Person,
): Promise<JoinableOrganization | undefined> =>
  (await db.query<JoinableOrganization>(joinableByDomain, [email, joiningDomainOf(email), userId]))[0];

export const firstFreeSlug = {
  name: 'first free slug',
  // A scalar subquery, so that Postgres looks each candidate up in the index: it plans `not exists` as a join of all slugs.
  text: `select candidate.slug from unnest($1::text[]) with ordinality as candidate (slug, position)
         where (select o.id from organizations o where o.slug = candidate.slug) is null
         order by candidate.position limit 1`,
};

const slugsPerStatement = 100;

/** The wanted slug, or the first of its numbered variants that no organization has. */
export async function findFreeSlug(db: Queryable, wanted: string): Promise<string> {
  for (let first = 1; ; first += slugsPerStatement) {
    const candidates = slugCandidates(wanted, first, slugsPerStatement);
    const [free] = await db.query<{ slug: string }>(firstFreeSlug, [candidates]);
    if (free !== undefined) return free.slug;
  }
}

const inserts = {
  name: 'insert an organization',
  text: `insert into organizations
           (id, slug, name, domain, domain_role, created_at, requires_passkey, deletes_at, suspended_reason)
         values ($1::uuid, $2, $3, $4, $5::role, $6, $7, $8, $9) on conflict do nothing returning 1 as inserted`,
};

/**
 * False, and nothing is inserted, where another organization has the slug or the domain. Waits for the end of a concurrent
 * transaction that inserts the same slug or domain (unique index).
 */
export async function insertOrganization(
  tx: Tx,
  { id, slug, name, domain, domainRole, createdAt, requiresPasskey, ...end }: Organization,
): Promise<boolean> {
  const values = [id, slug, name, domain, domainRole, createdAt, requiresPasskey];
  return (await tx.query(inserts, [...values, end.deletesAt, end.suspendedReason])).length === 1;
}

const saves = {
  name: 'save an organization',
  // A restored organization that is closed again is warned of again.
  text: `update organizations set name = $2, domain_role = $3::role, requires_passkey = $4, deletes_at = $5::timestamptz,
           warned_at = case when $5::timestamptz is not null then warned_at end, updated_at = $6
         where id = $1::uuid`,
};

/** Saves the columns that can change. */
export async function saveOrganization(
  tx: Tx,
  { id, name, domainRole, requiresPasskey, deletesAt }: Organization & LockedOrganization,
  now: Date,
): Promise<void> {
  await tx.query(saves, [id, name, domainRole, requiresPasskey, deletesAt, now]);
}
