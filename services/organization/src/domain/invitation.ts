import type { Person } from '@patchbay/access/caller';
import { type Role, reaches, type WorkspaceRole } from '@patchbay/access/role';
import { conflict, forbidden } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import type { Change, DomainEvent } from '@patchbay/trail/domain-event';
import { effectiveRole, mayInvite, type Standing } from './access.ts';
import type { Organization } from './organization.ts';

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'canceled' | 'expired';

export interface Invitation {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  /** The offered role in the organization; with a workspace: the person's current role, or `guest` for a non-member. */
  readonly role: Role;
  /** The stored one, which may say `pending` after `expiresAt`: see `statusOf`. */
  readonly status: InvitationStatus;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly organization: Pick<Organization, 'id' | 'slug' | 'name' | 'deletesAt' | 'suspendedReason'>;
  /** With the offered role. Null: the invitation is into the organization itself. */
  readonly workspace: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly role: WorkspaceRole;
  } | null;
  readonly inviter: Person;
  /** The key that created the invitation, with the key's creator as the inviter; null: the inviter used a session. */
  readonly apiKeyId: string | null;
}

/** The person or key whose right to invite is checked when the invitation is accepted. */
export type Sender = Pick<Invitation, 'inviter' | 'apiKeyId'>;

const hourMs = 60 * 60 * 1000;
const lifetimeMs = lifetimes.invitationHours * hourMs;
const maxRemainingMs = lifetimes.invitationDaysAhead * 24 * hourMs;

/** The effective status: a pending invitation is expired from `expiresAt` on. */
export const statusOf = (
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus => (status === 'pending' && expiresAt <= now ? 'expired' : status);

/** The Portal's page for this invitation. */
export const invitationUrl = (portalUrl: string, token: string): string =>
  `${portalUrl}/invitations/${token}`;

export function invitationEvent(
  action: Extract<DomainEvent['action'], `invitation.${string}`>,
  { id, email, organization, workspace }: Invitation,
  changes: readonly Change[],
): DomainEvent {
  return {
    action,
    about: { organizationId: organization.id },
    ...(workspace && { workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name } }),
    target: { type: 'invitation', id, name: email },
    changes,
  };
}

/** The role that accepting gives: in the workspace, or without one in the organization. */
const offeredRole = ({ role, workspace }: Pick<Invitation, 'role' | 'workspace'>): Role =>
  workspace?.role ?? role;

/** A person decides who becomes an admin: a leaked or forgotten key must not make its holder one. */
export function refuseAdminThroughKey(role: Role, { apiKeyId }: Pick<Sender, 'apiKeyId'>): void {
  if (apiKeyId !== null && role === 'admin') {
    throw forbidden('An API key cannot invite anybody as an admin. Invite with a session.');
  }
}

/**
 * True if the sender may invite to this place and this role now. `standing`: of the person or key that sent the invitation;
 * undefined: not a member, or a key that does not work.
 */
export const senderMayInvite = (invitation: Invitation, standing: Standing | undefined): boolean =>
  mayInvite(standing, invitation.workspace === null ? 'organization' : 'workspace') &&
  (invitation.apiKeyId === null || offeredRole(invitation) !== 'admin');

/** True if the invitee already has the offered role or a higher one. */
function isRedundant(
  { role, workspace }: Pick<Invitation, 'role' | 'workspace'>,
  standing: Standing,
): boolean {
  if (workspace === null) return reaches(standing.role, role);
  const effective = effectiveRole(standing);
  return effective !== null && reaches(effective, workspace.role);
}

/** `standing`: of the person with this address; undefined where the address is not a member's. */
export function newInvitation(
  asked: Pick<Invitation, 'id' | 'email' | 'role' | 'organization' | 'workspace' | keyof Sender>,
  standing: Standing | undefined,
  now: Date,
): { invitation: Invitation; events: DomainEvent[] } {
  const { email, workspace } = asked;
  if (standing !== undefined && isRedundant(asked, standing)) {
    const place = workspace === null ? 'organization' : 'workspace';
    throw conflict(`${email} already has this role or a higher one in the ${place}.`);
  }
  const role = workspace === null ? asked.role : (standing?.role ?? 'guest');
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const invitation: Invitation = { ...asked, role, status: 'pending', expiresAt, createdAt: now };
  return {
    invitation,
    events: [
      invitationEvent('invitation.created', invitation, [
        { field: 'role', before: null, after: offeredRole(invitation) },
        { field: 'expiresAt', before: null, after: expiresAt.toISOString() },
      ]),
    ],
  };
}

export const alreadyPending = (email: string) =>
  conflict(`${email} already has a pending invitation. Resend or cancel that one.`);

/** 48 hours after the current expiry, or after now where that has passed; at most 30 days from now. */
const extendedExpiry = (expiresAt: Date, now: Date): Date =>
  new Date(
    Math.min(Math.max(expiresAt.getTime(), now.getTime()) + lifetimeMs, now.getTime() + maxRemainingMs),
  );

/** Refuses to resend an invitation that was answered or canceled, or through a key one that offers the role admin. */
export function refuseResending(
  invitation: Invitation,
  by: Pick<Sender, 'apiKeyId'>,
  now: Date,
): 'pending' | 'expired' {
  refuseAdminThroughKey(offeredRole(invitation), by);
  const status = statusOf(invitation, now);
  if (status === 'pending' || status === 'expired') return status;
  throw conflict(`The invitation was already ${status}. Create a new one.`);
}

/**
 * Extends the expiry; an expired invitation becomes pending again. `by` becomes the sender where the present one may no longer
 * invite: `standing` is the one of the present sender.
 */
export function resend(
  invitation: Invitation,
  by: Sender,
  standing: Standing | undefined,
  now: Date,
): { invitation: Invitation; events: DomainEvent[] } {
  const status = refuseResending(invitation, by, now);
  const sender = senderMayInvite(invitation, standing) ? undefined : by;
  const expiresAt = extendedExpiry(invitation.expiresAt, now);
  const resent: Invitation = { ...invitation, ...sender, status: 'pending', expiresAt };
  const changes: Change[] = [
    { field: 'expiresAt', before: invitation.expiresAt.toISOString(), after: expiresAt.toISOString() },
  ];
  if (status === 'expired') changes.push({ field: 'status', before: 'expired', after: 'pending' });
  const [before, after] = [invitation.inviter.email, resent.inviter.email];
  if (before !== after) changes.push({ field: 'inviter', before, after });
  return { invitation: resent, events: [invitationEvent('invitation.resent', resent, changes)] };
}

export function settle(
  invitation: Invitation,
  status: 'accepted' | 'declined' | 'canceled',
  now: Date,
): { invitation: Invitation; events: DomainEvent[] } {
  const settled: Invitation = { ...invitation, status };
  const before = statusOf(invitation, now);
  return {
    invitation: settled,
    events: [invitationEvent(`invitation.${status}`, settled, [{ field: 'status', before, after: status }])],
  };
}

/** An expired invitation can be canceled, so that nobody can resend it. */
export function cancel(invitation: Invitation, now: Date): { invitation: Invitation; events: DomainEvent[] } {
  const status = statusOf(invitation, now);
  if (status !== 'pending' && status !== 'expired') throw conflict(`The invitation was already ${status}.`);
  return settle(invitation, 'canceled', now);
}

/** Only a pending invitation can be accepted or declined. */
export function refuseUnlessPending(invitation: Invitation, now: Date): void {
  const status = statusOf(invitation, now);
  if (status === 'expired') throw conflict('The invitation has expired. Ask for a new one.');
  if (status !== 'pending') throw conflict(`The invitation was already ${status}.`);
}

export function decline(
  invitation: Invitation,
  now: Date,
): { invitation: Invitation; events: DomainEvent[] } {
  refuseUnlessPending(invitation, now);
  return settle(invitation, 'declined', now);
}
