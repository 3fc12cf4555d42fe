import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { cancel } from '../../domain/invitation.ts';
import { lockAccess, organizationTurn } from '../../store/access.ts';
import { findInvitation, saveInvitation } from '../../store/invitations.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../input.ts';
import { presentInvitation } from '../present.ts';
import { demandMayInvite } from './invitation-place.ts';

export const cancelInvitation =
  ({ db, transact, outbox }: Dependencies): Method<typeof InvitationService.method.cancelInvitation> =>
  async (request, context) => {
    const caller = principalOf(context);
    const turn = await organizationTurn(db, caller, request);
    return transact({ name: 'cancel invitation', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, request);
      const place = demandMayInvite(access);
      const stored = await findInvitation(tx, place, idOf(request.invitationId));
      if (stored === undefined) throw notFound('no such invitation into this place');
      const { invitation, events } = cancel(stored, new Date());
      await saveInvitation(tx, access.organization, invitation);
      await outbox.record(tx, callOf(context), events);
      return { invitation: presentInvitation(invitation) };
    });
  };
