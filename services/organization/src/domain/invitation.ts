import type { Person } from '@patchbay/access/caller';
import { type Role, reaches, type WorkspaceRole } from '@patchbay/access/role';
import { conflict } from '@patchbay/errors/failure';
import type { Change, DomainEvent } from '@patchbay/trail/domain-event';
import { effectiveRole, type Standing } from './access.ts';

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'canceled' | 'expired';

export interface Invitation {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  /** The organization role asked for; of a workspace's invitation the one that the person has or will have. */
  readonly role: Role;
  /** As stored: see `statusOf`. */
  readonly status: InvitationStatus;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
  /** With the role asked for. Null: into the organization itself. */
  readonly workspace: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly role: WorkspaceRole;
  } | null;
  readonly inviter: Person;
  /** The key that it was made through, whose creator the inviter is; null: by the inviter in person. */
  readonly apiKeyId: string | null;
}

/** Who answers for an invitation. */
export type Sender = Pick<Invitation, 'inviter' | 'apiKeyId'>;

const hourMs = 60 * 60 * 1000;
const lifetimeMs = 48 * hourMs;
const maxRemainingMs = 30 * 24 * hourMs;

/** The effective status: a pending one is expired once its time has passed. */
export const statusOf = (
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus => (status === 'pending' && expiresAt <= now ? 'expired' : status);

/** Opens the Portal's page that shows it. */
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

/** Whether the address has what it is invited to. */
function isRedundant(
  { role, workspace }: Pick<Invitation, 'role' | 'workspace'>,
  standing: Standing,
): boolean {
  if (workspace === null) return reaches(standing.role, role);
  const effective = effectiveRole(standing);
  return effective !== null && reaches(effective, workspace.role);
}

/** `standing`: of whoever has the address, undefined for a stranger to the organization. */
export function newInvitation(
  asked: Pick<Invitation, 'id' | 'email' | 'role' | 'organization' | 'workspace' | keyof Sender>,
  standing: Standing | undefined,
  now: Date,
): { invitation: Invitation; events: DomainEvent[] } {
  const { email, workspace } = asked;
  if (standing !== undefined && isRedundant(asked, standing)) {
    const place = workspace === null ? 'organization' : 'workspace';
    throw conflict(`${email} has this role or a higher one in the ${place} already.`);
  }
  const role = workspace === null ? asked.role : (standing?.role ?? 'guest');
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const invitation: Invitation = { ...asked, role, status: 'pending', expiresAt, createdAt: now };
  return {
    invitation,
    events: [
      invitationEvent('invitation.created', invitation, [
        { field: 'role', before: null, after: workspace?.role ?? role },
        { field: 'expiresAt', before: null, after: expiresAt.toISOString() },
      ]),
    ],
  };
}

export const alreadyPending = (email: string) =>
  conflict(`${email} has a pending invitation already: resend that one, or cancel it first.`);

/** 48 hours on, counted from now if it had passed, never more than 30 days ahead. */
const extendedExpiry = (expiresAt: Date, now: Date): Date =>
  new Date(
    Math.min(Math.max(expiresAt.getTime(), now.getTime()) + lifetimeMs, now.getTime() + maxRemainingMs),
  );

/**
 * The same invitation for longer; an expired one comes back to life. `sender`: who answers for it from now on, where the
 * inviter may no longer invite.
 */
export function resend(
  invitation: Invitation,
  sender: Sender | undefined,
  now: Date,
): { invitation: Invitation; events: DomainEvent[] } {
  const status = statusOf(invitation, now);
  if (status !== 'pending' && status !== 'expired') {
    throw conflict(`The invitation was ${status} already: create a new one.`);
  }
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

/** An expired one may be canceled: it does not come back to life then. */
export function cancel(invitation: Invitation, now: Date): { invitation: Invitation; events: DomainEvent[] } {
  const status = statusOf(invitation, now);
  if (status !== 'pending' && status !== 'expired') throw conflict(`The invitation was ${status} already.`);
  return settle(invitation, 'canceled', now);
}

/** Only a pending one can be answered. */
export function refuseUnlessPending(invitation: Invitation, now: Date): void {
  const status = statusOf(invitation, now);
  if (status === 'expired') throw conflict('The invitation has expired: ask for a new one.');
  if (status !== 'pending') throw conflict(`The invitation was ${status} already.`);
}

export function decline(
  invitation: Invitation,
  now: Date,
): { invitation: Invitation; events: DomainEvent[] } {
  refuseUnlessPending(invitation, now);
  return settle(invitation, 'declined', now);
}
