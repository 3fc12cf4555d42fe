import type { Person } from '@patchbay/access/caller';
import { type Role, reaches, type WorkspaceRole } from '@patchbay/access/role';
import { conflict } from '@patchbay/errors/failure';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import type { Standing } from './access.ts';
import { refuseClosed, refuseSuspended } from './closing.ts';
import { type Invitation, refuseUnlessPending, senderMayInvite, settle } from './invitation.ts';
import { roleChanged } from './member.ts';
import { memberJoined } from './organization.ts';
import { assignmentChanged } from './workspace.ts';

export interface Acceptance {
  readonly invitation: Invitation;
  /** The new role in the organization; null: the role stays as it is. */
  readonly role: Role | null;
  /** The new assigned role in the workspace; null: the assignment stays as it is. */
  readonly assigned: WorkspaceRole | null;
  readonly events: DomainEvent[];
}

/** The role if it is higher than the current one, else null: accepting an invitation never lowers a role. */
const raise = <R extends Role>(role: R, current: Role | null): R | null =>
  current !== null && reaches(current, role) ? null : role;

/**
 * Computes the role changes and events of an acceptance. `standings` are the roles at this moment; undefined where the person is
 * not a member or the inviting key no longer works.
 */
export function accept(
  invitation: Invitation,
  invitee: Person,
  standings: { readonly inviter: Standing | undefined; readonly invitee: Standing | undefined },
  now: Date,
): Acceptance {
  refuseUnlessPending(invitation, now);
  const { organization, workspace, inviter, apiKeyId } = invitation;
  refuseSuspended(organization);
  refuseClosed(organization);
  if (!senderMayInvite(invitation, standings.inviter)) {
    const place = workspace?.name ?? organization.name;
    const sender = apiKeyId === null ? inviter.name : `The API key of ${inviter.name}`;
    throw conflict(`${sender} may no longer invite people to ${place}. Ask for a new invitation.`);
  }
  const { role: current = null, assigned: before = null } = standings.invitee ?? {};
  const role = raise(workspace === null ? invitation.role : 'guest', current);
  const assigned = workspace && raise(workspace.role, before);

  const settled = settle(invitation, 'accepted', now);
  const member = { ...invitee, organizationId: organization.id };
  const events = [...settled.events];
  if (role !== null) {
    events.push(
      current === null
        ? memberJoined({ ...member, role }, invitee, 'invitation')
        : roleChanged(member, current, role),
    );
  }
  if (workspace && assigned) {
    const place = { ...workspace, organizationId: organization.id };
    events.push(...assignmentChanged(place, invitee, before, assigned));
  }
  return { invitation: settled.invitation, role, assigned, events };
}
