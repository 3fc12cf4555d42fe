import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { type Acceptance, accept } from '../../domain/acceptance.ts';
import type { Standing } from '../../domain/access.ts';
import { findStandings } from '../../store/access.ts';
import { insertAssignment, saveAssignedRole } from '../../store/assignments.ts';
import { refuseWhenFull } from '../../store/bounds.ts';
import { saveInvitation } from '../../store/invitations.ts';
import { standingOfInviter } from '../../store/inviters.ts';
import { insertMember, saveRole } from '../../store/members.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentInvitation } from '../present.ts';
import { lockInvitationTo, turnOfAnswer } from './answer-invitation.ts';

export const acceptInvitation =
  ({ db, transact, outbox }: Dependencies): Method<typeof InvitationService.method.acceptInvitation> =>
  async ({ invitationId }, context) => {
    const { userId, email, name } = userOf(context);
    const person = { userId, email, name };
    const turn = await turnOfAnswer(db, person, invitationId);
    return transact({ name: 'accept invitation', turn }, async (tx) => {
      const { invitation, organization } = await lockInvitationTo(tx, person, invitationId);
      const workspaceId = invitation.workspace?.id ?? null;
      const standings = await findStandings(tx, organization.id, workspaceId, [email]);
      const invitee = standings.get(email);
      const inviter = await standingOfInviter(tx, invitation);
      const acceptance = accept(invitation, person, { invitee, inviter }, new Date());
      await saveInvitation(tx, organization, acceptance.invitation);
      await saveRoles(tx, organization, acceptance, userId, invitee);
      await outbox.record(tx, callOf(context), acceptance.events);
      return { invitation: presentInvitation(acceptance.invitation) };
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
    await insertMember(tx, organization, { id: uuid(), userId, role, createdAt: new Date() });
  }
  if (invitation.workspace !== null && assigned !== null) {
    const assignment = {
      id: uuid(),
      workspaceId: invitation.workspace.id,
      userId,
      role: assigned,
      createdAt: new Date(),
    };
    if (!(await insertAssignment(tx, organization, assignment))) {
      await saveAssignedRole(tx, organization, assignment);
    }
  }
}
