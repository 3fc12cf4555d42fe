import type { Queryable } from '@patchbay/database/query';
import { internal } from '@patchbay/errors/failure';
import type { Organization } from '../domain/organization.ts';
import type { LockedOrganization } from './organization-lock.ts';
import type { Tx } from './transaction.ts';

const bySlug = {
  name: 'organization id by slug',
  text: 'select id from organizations where slug = $1 and deleted_at is null',
};

export const findIdBySlug = async (db: Queryable, slug: string): Promise<string | undefined> =>
  (await db.query<{ id: string }>(bySlug, [slug]))[0]?.id;

const byId = {
  name: 'organization for an operator',
  text: `select id, slug, name, domain, domain_role as "domainRole", created_at as "createdAt",
                requires_passkey as "requiresPasskey", deletes_at as "deletesAt", suspended_reason as "suspendedReason"
         from organizations where id = $1::uuid`,
};

export async function readOperated<L extends LockedOrganization>(
  tx: Tx,
  locked: L,
): Promise<Organization & L> {
  const [organization] = await tx.query<Organization & Record<string, unknown>>(byId, [locked.id]);
  if (organization === undefined) throw internal('a locked organization was not found');
  return { ...locked, ...organization };
}

const suspends = {
  name: 'suspend an organization',
  text: 'update organizations set suspended_reason = $2, suspended_at = $3, updated_at = $3 where id = $1::uuid',
};

export async function saveSuspension(
  tx: Tx,
  { id }: LockedOrganization,
  suspendedReason: string,
  now: Date,
): Promise<void> {
  await tx.query(suspends, [id, suspendedReason, now]);
}

const suspendedAtOf = {
  name: 'since when an organization is suspended',
  text: 'select suspended_at as "suspendedAt" from organizations where id = $1::uuid',
};

/** Undefined where the organization is not suspended. Needs its lock. */
export const findSuspendedAt = async (tx: Tx, { id }: LockedOrganization): Promise<Date | undefined> =>
  (await tx.query<{ suspendedAt: Date | null }>(suspendedAtOf, [id]))[0]?.suspendedAt ?? undefined;

const resumes = {
  name: 'resume an organization',
  text: `update organizations
         set suspended_reason = null, suspended_at = null, deletes_at = $2, warned_at = null, updated_at = $3
         where id = $1::uuid`,
};

/** Admins are told again, a day before the time that a closed organization has then. */
export async function saveResumed(
  tx: Tx,
  { id }: LockedOrganization,
  deletesAt: Date | null,
  now: Date,
): Promise<void> {
  await tx.query(resumes, [id, deletesAt, now]);
}

/** How much an organization has. */
export interface Counts {
  readonly members: number;
  readonly workspaces: number;
  readonly activeApiKeys: number;
  readonly pendingInvitations: number;
}

const counts = {
  name: 'counts of an organization',
  text: `select (select count(*)::int from members where organization_id = $1::uuid) as members,
                (select count(*)::int from workspaces where organization_id = $1::uuid) as workspaces,
                (select count(*)::int from api_keys where organization_id = $1::uuid and status = 'active'
                   and (expires_at is null or expires_at > $2::timestamptz)) as "activeApiKeys",
                (select count(*)::int from invitations where organization_id = $1::uuid and status = 'pending'
                   and expires_at > $2::timestamptz) as "pendingInvitations"`,
};

export async function countThings(db: Queryable, id: string): Promise<Counts> {
  const [row] = await db.query<Counts & Record<string, unknown>>(counts, [id, db.now()]);
  if (row === undefined) throw internal('counting returned no row');
  return row;
}

const admins = {
  name: 'admins of an organization',
  text: `select p.user_id as id, p.email, p.name, m.created_at as since
         from members m join people p on p.user_id = m.user_id
         where m.organization_id = $1::uuid and m.role = 'admin' order by m.created_at, m.id limit 100`,
};

/** The first hundred. */
export const listAdmins = (
  db: Queryable,
  id: string,
): Promise<{ id: string; email: string; name: string; since: Date }[]> => db.query(admins, [id]);
