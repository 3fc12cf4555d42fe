import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { alreadyPending, type Invitation, resend, statusOf } from '../../domain/invitation.ts';
import { lockAccess, organizationTurn } from '../../store/access.ts';
import { pendingInvitations, refuseWhenFull } from '../../store/bounds.ts';
import {
  expireOverdue,
  findInvitation,
  isPending,
  type Place,
  saveInvitation,
} from '../../store/invitations.ts';
import { standingOfInviter } from '../../store/inviters.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../input.ts';
import { presentInvitation } from '../present.ts';
import { demandMayInvite, senderOf } from './invitation-place.ts';
import { mailInvitation, openToken } from './mail-invitation.ts';

export const resendInvitation =
  (dependencies: Dependencies): Method<typeof InvitationService.method.resendInvitation> =>
  async (request, context) => {
    const caller = principalOf(context);
    const turn = await organizationTurn(dependencies.db, caller, request);
    return dependencies.transact({ name: 'resend invitation', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, request);
      const { organization } = access;
      const place = demandMayInvite(access);
      const stored = await findInvitation(tx, place, idOf(request.invitationId));
      if (stored === undefined) throw notFound('no such invitation into this place');
      const now = new Date();
      const standing = await standingOfInviter(tx, stored);
      const { invitation, events } = resend(stored, senderOf(caller), standing, now);
      await refuseReopening(tx, organization, place, stored, now);
      const { sealedToken } = await saveInvitation(tx, organization, invitation);
      const token = openToken(dependencies, invitation, sealedToken);
      await mailInvitation(dependencies, tx, invitation, token);
      await dependencies.outbox.record(tx, callOf(context), events);
      return { invitation: presentInvitation(invitation, now) };
    });
  };

/** Refuses to reopen an expired invitation where the place has its most pending ones or the address has a newer pending one. */
async function refuseReopening(
  tx: Tx,
  organization: LockedOrganization,
  place: Place,
  { email, ...stored }: Invitation,
  now: Date,
): Promise<void> {
  if (statusOf(stored, now) !== 'expired') return;
  await refuseWhenFull(tx, organization, pendingInvitations(place), { now });
  if (stored.status === 'pending') return;
  await expireOverdue(tx, organization, place, email, now);
  if (await isPending(tx, organization, place, email)) throw alreadyPending(email);
}
