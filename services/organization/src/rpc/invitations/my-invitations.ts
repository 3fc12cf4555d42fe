import type { Person } from '@patchbay/access/caller';
import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import type { Queryable } from '@patchbay/database/query';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import { type Acceptance, accept } from '../../domain/acceptance.ts';
import type { Standing } from '../../domain/access.ts';
import { decline, type Invitation } from '../../domain/invitation.ts';
import { findStanding } from '../../store/access.ts';
import { insertAssignment, saveAssignedRole } from '../../store/assignments.ts';
import { refuseWhenFull } from '../../store/bounds.ts';
import {
  findByToken,
  findInvitationTo,
  listInvitationsTo,
  saveInvitation,
  standingOfInviter,
} from '../../store/invitations.ts';
import { insertMember, saveRole } from '../../store/members.ts';
import {
  type LockedOrganization,
  lockOrganization,
  turnOfOrganization,
} from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../input.ts';
import { presentInvitation } from '../present.ts';

/** Needs no session: the token of the link is the credential. It also shows answered and expired invitations. */
export const previewInvitation =
  ({ db }: Dependencies): Method<typeof InvitationService.method.previewInvitation> =>
  async ({ token }) => {
    const invitation = await findByToken(db, digestOf(token));
    if (invitation === undefined) throw notFound('no invitation has this token');
    return { invitation: presentInvitation(invitation, db.now()) };
  };

export const listMyInvitations =
  ({ db }: Dependencies): Method<typeof InvitationService.method.listMyInvitations> =>
  async (_request, context) => {
    const invitations = await listInvitationsTo(db, userOf(context).email);
    const now = db.now();
    return { invitations: invitations.map((invitation) => presentInvitation(invitation, now)) };
  };

/**
 * The invitation, read again under the row lock of its organization: another transaction may have changed it meanwhile. `found` was
 * read before the turn; the organization of an invitation never changes.
 */
async function lockInvitationTo(
  tx: Tx,
  person: Person,
  found: Invitation,
): Promise<{ invitation: Invitation; organization: LockedOrganization }> {
  const organization = await lockOrganization(tx, found.organization.id);
  return { invitation: await invitationTo(tx, person, found.id), organization };
}

/** 404 where another person is invited. */
async function invitationTo(db: Queryable, { email }: Person, invitationId: string): Promise<Invitation> {
  const invitation = await findInvitationTo(db, email, idOf(invitationId));
  if (invitation === undefined) throw notFound('no such invitation to this address');
  return invitation;
}

export const acceptInvitation =
  ({ db, transact, outbox }: Dependencies): Method<typeof InvitationService.method.acceptInvitation> =>
  async ({ invitationId }, context) => {
    const { userId, email, name } = userOf(context);
    const person = { userId, email, name };
    const found = await invitationTo(db, person, invitationId);
    const turn = turnOfOrganization(found.organization);
    return transact({ name: 'accept invitation', turn }, async (tx) => {
      const { invitation, organization } = await lockInvitationTo(tx, person, found);
      const workspaceId = invitation.workspace?.id ?? null;
      const invitee = await findStanding(tx, organization.id, workspaceId, email);
      const inviter = await standingOfInviter(tx, invitation);
      const now = tx.now();
      const acceptance = accept(invitation, person, { invitee, inviter }, now);
      await saveInvitation(tx, organization, acceptance.invitation);
      await saveRoles(tx, organization, acceptance, userId, invitee);
      await outbox.record(tx, callOf(context), acceptance.events);
      return { invitation: presentInvitation(acceptance.invitation, now) };
    });
  };

/** `before`: the person's standing until now; undefined: not a member yet. */
async function saveRoles(
  tx: Tx,
  organization: LockedOrganization,
  { invitation, role, assigned }: Acceptance,
  userId: string,
  before: Standing | undefined,
): Promise<void> {
  if (role !== null && before !== undefined) await saveRole(tx, organization, { userId, role });
  if (role !== null && before === undefined) {
    await refuseWhenFull(tx, organization, 'members');
    await insertMember(tx, organization, { id: uuid(), userId, role, createdAt: tx.now() });
  }
  if (invitation.workspace !== null && assigned !== null) {
    const assignment = {
      id: uuid(),
      workspaceId: invitation.workspace.id,
      userId,
      role: assigned,
      createdAt: tx.now(),
    };
    if (!(await insertAssignment(tx, organization, assignment))) {
      await saveAssignedRole(tx, organization, assignment);
    }
  }
}

export const declineInvitation =
  ({ db, transact, outbox }: Dependencies): Method<typeof InvitationService.method.declineInvitation> =>
  async ({ invitationId }, context) => {
    const person = userOf(context);
    const found = await invitationTo(db, person, invitationId);
    const turn = turnOfOrganization(found.organization);
    return transact({ name: 'decline invitation', turn }, async (tx) => {
      const locked = await lockInvitationTo(tx, person, found);
      const now = tx.now();
      const { invitation, events } = decline(locked.invitation, now);
      await saveInvitation(tx, locked.organization, invitation);
      await outbox.record(tx, callOf(context), events);
      return { invitation: presentInvitation(invitation, now) };
    });
  };
