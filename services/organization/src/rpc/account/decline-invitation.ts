import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { decline } from '../../domain/invitation.ts';
import { saveInvitation } from '../../store/invitations.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentInvitation } from '../present.ts';
import { lockInvitationTo, turnOfAnswer } from './answer-invitation.ts';

export const declineInvitation =
  ({ db, transact, outbox }: Dependencies): Method<typeof InvitationService.method.declineInvitation> =>
  async ({ invitationId }, context) => {
    const person = userOf(context);
    const turn = await turnOfAnswer(db, person, invitationId);
    return transact({ name: 'decline invitation', turn }, async (tx) => {
      const locked = await lockInvitationTo(tx, person, invitationId);
      const { invitation, events } = decline(locked.invitation, new Date());
      await saveInvitation(tx, locked.organization, invitation);
      await outbox.record(tx, callOf(context), events);
      return { invitation: presentInvitation(invitation) };
    });
  };
