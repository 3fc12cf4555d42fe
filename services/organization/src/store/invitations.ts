import type { WorkspaceRole } from '@patchbay/access/role';
import type { Queryable, Statement } from '@patchbay/database/query';
import { notFound } from '@patchbay/errors/failure';
import { most } from '@patchbay/platform/maximums';
import { sealedText } from '@patchbay/sealing/sealed-value';
import type { Standing } from '../domain/access.ts';
import type { Invitation } from '../domain/invitation.ts';
import { findStanding } from './access.ts';
import { standingOfKey } from './key-access.ts';
import type { LockedOrganization } from './organization-lock.ts';
import { isOpen } from './organizations.ts';
import type { Tx } from './transaction.ts';

/**
 * The token of an invitation as `invitations.sealed_token` holds it. The ids are associated data of the encryption: a sealed token
 * copied to the row of another invitation does not open.
 */
export const tokenSealing = sealedText<[organizationId: string, id: string]>('invitation');

interface Row extends Omit<Invitation, 'organization' | 'workspace' | 'inviter'> {
  readonly organizationId: string;
  readonly organizationSlug: string;
  readonly organizationName: string;
  readonly deletesAt: Date | null;
  readonly suspendedReason: string | null;
  readonly workspaceId: string | null;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly workspaceRole: WorkspaceRole;
  readonly inviterId: string;
  readonly inviterEmail: string;
  readonly inviterName: string;
}

/** `role` of a workspace's invitation is the invitee's current role in the organization, where they are a member by now. */
const selectFrom = (invitations: string) => `
  select i.id, i.email, i.status, i.expires_at as "expiresAt", i.created_at as "createdAt",
         case when i.workspace_id is null then i.role else coalesce(m.role, i.role) end as role,
         o.id as "organizationId", o.slug as "organizationSlug", o.name as "organizationName",
         o.deletes_at as "deletesAt", o.suspended_reason as "suspendedReason",
         w.id as "workspaceId", w.slug as "workspaceSlug", w.name as "workspaceName",
         i.workspace_role as "workspaceRole", i.api_key_id as "apiKeyId",
         inviter.user_id as "inviterId", inviter.email as "inviterEmail", inviter.name as "inviterName"
  from ${invitations} i join organizations o on o.id = i.organization_id and o.deleted_at is null
  left join workspaces w on w.id = i.workspace_id
  join people inviter on inviter.user_id = i.inviter_id
  left join people invitee on invitee.email = i.email
  left join members m on m.organization_id = i.organization_id and m.user_id = invitee.user_id`;

const invitationOf = (row: Row): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  status: row.status,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  organization: {
    id: row.organizationId,
    slug: row.organizationSlug,
    name: row.organizationName,
    deletesAt: row.deletesAt,
    suspendedReason: row.suspendedReason,
  },
  workspace:
    row.workspaceId === null
      ? null
      : { id: row.workspaceId, slug: row.workspaceSlug, name: row.workspaceName, role: row.workspaceRole },
  inviter: { userId: row.inviterId, email: row.inviterEmail, name: row.inviterName },
  apiKeyId: row.apiKeyId,
});

/** Where an invitation leads: into a workspace, or with a null `workspaceId` into the organization itself. */
export interface Destination {
  readonly organizationId: string;
  readonly workspaceId: string | null;
}

const newest = (condition: string, limit: number) =>
  `(select * from invitations where ${condition} order by created_at desc, id desc limit ${limit})`;

/** At `$2`. */
const isPendingNow = `status = 'pending' and expires_at > $2::timestamptz`;

/** A list oldest first. Every pending invitation is in it, however many newer ones have ended. */
const listOf = (name: string, destination: string): Statement => ({
  name,
  text: `${selectFrom(`(${newest(`${destination} and ${isPendingNow}`, most.pendingInvitations)}
           union all ${newest(`${destination} and not (${isPendingNow})`, most.endedInvitations)})`)}
         order by i.created_at, i.id`,
});

export const invitationsOfOrganization = listOf(
  'invitations into an organization',
  'organization_id = $1 and workspace_id is null',
);
export const invitationsOfWorkspace = listOf('invitations into a workspace', 'workspace_id = $1');

/** An address may have one of each workspace of each organization: the newest count. Each can be answered by its id. */
const mostToAddress = 1_000;

export const invitationsToAddress = {
  name: 'pending invitations to an address',
  text: `${selectFrom(newest(`email = $1 and ${isPendingNow}`, mostToAddress))} where ${isOpen} order by i.created_at, i.id`,
};

/** A condition that one invitation meets at most. */
const one = (name: string, condition: string): Statement => ({
  name,
  text: `${selectFrom('invitations')} where ${condition}`,
});

export const invitationOfToken = one('invitation of a token', 'i.token_digest = $1');
const invitationByPlaceAndId = one(
  'invitation into a destination by id',
  'i.id = $1::uuid and i.organization_id = $2::uuid and i.workspace_id is not distinct from $3::uuid',
);
const invitationByAddressAndId = one('invitation to an address by id', 'i.id = $1::uuid and i.email = $2');

const read = async (db: Queryable, query: Statement, ...values: unknown[]): Promise<Invitation[]> =>
  (await db.query<Row>(query, values)).map(invitationOf);

export const listInvitations = (
  db: Queryable,
  { organizationId, workspaceId }: Destination,
): Promise<Invitation[]> =>
  workspaceId === null
    ? read(db, invitationsOfOrganization, organizationId, db.now())
    : read(db, invitationsOfWorkspace, workspaceId, db.now());

export const listInvitationsTo = (db: Queryable, email: string): Promise<Invitation[]> =>
  read(db, invitationsToAddress, email, db.now());

export const findByToken = async (
  db: Queryable,
  tokenDigest: Uint8Array<ArrayBuffer>,
): Promise<Invitation | undefined> => (await read(db, invitationOfToken, Buffer.from(tokenDigest)))[0];

/** Finds an invitation into exactly this destination: the organization's own do not include those of its workspaces. */
export const findInvitation = async (
  db: Queryable,
  { organizationId, workspaceId }: Destination,
  id: string,
): Promise<Invitation | undefined> =>
  (await read(db, invitationByPlaceAndId, id, organizationId, workspaceId))[0];

export const findInvitationTo = async (
  db: Queryable,
  email: string,
  id: string,
): Promise<Invitation | undefined> => (await read(db, invitationByAddressAndId, id, email))[0];

/** A pending invitation of an address into a destination. */
const isOfAddress = `organization_id = $1::uuid and workspace_id is not distinct from $2::uuid and email = $3 and status = 'pending'`;

const expires = {
  name: 'expire an overdue invitation',
  text: `update invitations set status = 'expired' where ${isOfAddress} and expires_at <= $4`,
};

/** Sets the address's pending invitation to `expired` if it is overdue, so that the unique index allows a new one. */
export async function expireOverdue(
  tx: Tx,
  { id }: LockedOrganization,
  { workspaceId }: Destination,
  email: string,
  now: Date,
): Promise<void> {
  await tx.query(expires, [id, workspaceId, email, now]);
}

const pendingOfAddress = {
  name: 'pending invitation of an address',
  text: `select 1 as pending from invitations where ${isOfAddress} limit 1`,
};

export const isPending = async (
  tx: Tx,
  { id }: LockedOrganization,
  { workspaceId }: Destination,
  email: string,
): Promise<boolean> => (await tx.query(pendingOfAddress, [id, workspaceId, email])).length === 1;

const inserts = {
  name: 'insert an invitation',
  text: `insert into invitations (id, organization_id, workspace_id, email, role, workspace_role, status, inviter_id, api_key_id,
           token_digest, sealed_token, expires_at, created_at)
         values ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::role, $7, $8::uuid, $9::uuid, $10, $11, $12, $13)
         on conflict do nothing returning 1 as inserted`,
};

/** False, and nothing is inserted, where the address has a pending invitation into the same destination (unique index). */
export async function insertInvitation(
  tx: Tx,
  organization: LockedOrganization,
  { id, workspace, email, role, status, inviter, apiKeyId, expiresAt, createdAt }: Invitation,
  token: { readonly tokenDigest: Uint8Array<ArrayBuffer>; readonly sealedToken: string },
): Promise<boolean> {
  const roles = [workspace === null ? role : 'guest', workspace?.role ?? null];
  const values = [
    id,
    organization.id,
    workspace?.id ?? null,
    email,
    ...roles,
    status,
    inviter.userId,
    apiKeyId,
  ];
  const secret = [Buffer.from(token.tokenDigest), token.sealedToken];
  return (await tx.query(inserts, [...values, ...secret, expiresAt, createdAt])).length === 1;
}

const saves = {
  name: 'save an invitation',
  text: `update invitations set status = $3, expires_at = $4, inviter_id = $5::uuid, api_key_id = $6::uuid
         where id = $1::uuid and organization_id = $2::uuid returning sealed_token as "sealedToken"`,
};

/** Saves the columns that can change, and returns the sealed token. 404 where the sweep has deleted the invitation meanwhile. */
export async function saveInvitation(
  tx: Tx,
  { id: organizationId }: LockedOrganization,
  { id, status, expiresAt, inviter, apiKeyId }: Invitation,
): Promise<{ sealedToken: string }> {
  const values = [id, organizationId, status, expiresAt, inviter.userId, apiKeyId];
  const [saved] = await tx.query<{ sealedToken: string }>(saves, values);
  if (saved === undefined) throw notFound('the invitation was deleted meanwhile');
  return saved;
}

/**
 * The current standing of the sender of an invitation; undefined: no longer a member, or a key that no longer works. For an
 * invitation through a key the key itself counts, not its creator: revoking a leaked key also disables its invitations.
 */
export async function standingOfInviter(
  db: Queryable,
  { organization, workspace, inviter, apiKeyId }: Invitation,
): Promise<Standing | undefined> {
  if (apiKeyId !== null) return standingOfKey(db, apiKeyId, workspace?.slug);
  return findStanding(db, organization.id, workspace?.id ?? null, inviter.email);
}
