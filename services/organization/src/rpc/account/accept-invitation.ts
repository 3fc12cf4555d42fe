import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { type Acceptance, accept } from '../../domain/acceptance.ts';
import type { Standing } from '../../domain/access.ts';
import { refuseWhenFull } from '../../domain/bounds.ts';
import { findStandings } from '../../store/access.ts';
import { insertAssignment, saveAssignedRole } from '../../store/assignments.ts';
import { saveInvitation } from '../../store/invitations.ts';
import { standingOfInviter } from '../../store/inviters.ts';
import { countMembers, forgetLeaving, insertMember, saveRole } from '../../store/members.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentInvitation } from '../present.ts';
import { lockInvitationTo } from './answer-invitation.ts';

export const acceptInvitation =
  ({ transact, outbox }: Dependencies): Method<typeof InvitationService.method.acceptInvitation> =>
  async ({ invitationId }, context) => {
    const { userId, email, name } = userOf(context);
    const person = { userId, email, name };
    return transact('accept invitation', async (tx) => {
      const invitation = await lockInvitationTo(tx, person, invitationId);
      const { organization, workspace } = invitation;
      const standings = await findStandings(tx, organization.id, workspace?.id ?? null, [email]);
      const invitee = standings.get(email);
      const inviter = await standingOfInviter(tx, invitation);
      const acceptance = accept(invitation, person, { invitee, inviter }, new Date());
      await saveInvitation(tx, acceptance.invitation);
      await saveRoles(tx, acceptance, userId, invitee);
      await outbox.record(tx, callOf(context), acceptance.events);
      return { invitation: presentInvitation(acceptance.invitation) };
    });
  };

/** `before`: what the person was; undefined makes them somebody of the organization, and a former member no longer. */
async function saveRoles(
  tx: Tx,
  { invitation, role, assigned }: Acceptance,
  userId: string,
  before: Standing | undefined,
): Promise<void> {
  const organizationId = invitation.organization.id;
  if (role !== null && before !== undefined) await saveRole(tx, { organizationId, userId, role });
  if (role !== null && before === undefined) {
    refuseWhenFull('members', await countMembers(tx, organizationId));
    const member = { id: uuid(), organizationId, userId, role, createdAt: new Date() };
    await insertMember(tx, member);
    await forgetLeaving(tx, member);
  }
  if (invitation.workspace !== null && assigned !== null) {
    const assignment = {
      id: uuid(),
      organizationId,
      workspaceId: invitation.workspace.id,
      userId,
      role: assigned,
      createdAt: new Date(),
    };
    if (!(await insertAssignment(tx, assignment))) await saveAssignedRole(tx, assignment);
  }
}
