import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { mayInvite } from '../../domain/access.ts';
import { refuseWhenFull } from '../../domain/bounds.ts';
import { alreadyPending, type Invitation, resend, statusOf } from '../../domain/invitation.ts';
import { lockAccess } from '../../store/access.ts';
import {
  countPending,
  expireOverdue,
  findInvitation,
  isPending,
  type Place,
  saveInvitation,
} from '../../store/invitations.ts';
import { standingOfInviter } from '../../store/inviters.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentInvitation } from '../present.ts';
import { idOf } from '../read.ts';
import { invitingInto, senderOf } from './invitation-place.ts';
import { mailInvitation, openToken } from './mail-invitation.ts';

export const resendInvitation =
  (dependencies: Dependencies): Method<typeof InvitationService.method.resendInvitation> =>
  async (request, context) => {
    const caller = principalOf(context);
    return dependencies.transact('resend invitation', async (tx) => {
      const place = invitingInto(await lockAccess(tx, caller, request));
      const found = await findInvitation(tx, place, idOf(request.invitationId));
      if (found === undefined) throw notFound('no such invitation into this place');
      const now = new Date();
      const into = place.workspaceId === null ? 'organization' : 'workspace';
      const stands = mayInvite(await standingOfInviter(tx, found), into);
      const { invitation, events } = resend(found, stands ? undefined : senderOf(caller), now);
      await refuseSecondLife(tx, place, found, now);
      const { sealedToken } = await saveInvitation(tx, invitation);
      const token = openToken(dependencies, invitation, sealedToken);
      await mailInvitation(dependencies, tx, invitation, token);
      await dependencies.outbox.record(tx, callOf(context), events);
      return { invitation: presentInvitation(invitation, now) };
    });
  };

/** One that comes back to life needs a place: the address must not have another by now, nor the organization be full. */
async function refuseSecondLife(tx: Tx, place: Place, { email, ...found }: Invitation, now: Date) {
  if (statusOf(found, now) !== 'expired') return;
  refuseWhenFull('pending invitations', await countPending(tx, place.organizationId, now));
  if (found.status === 'pending') return;
  await expireOverdue(tx, place, email, now);
  if (await isPending(tx, place, email)) throw alreadyPending(email);
}
