import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { internal, notFound } from '@patchbay/errors/failure';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { emailAddress } from '@patchbay/text/email-address';
import { readText } from '@patchbay/text/read';
import { refuseAdminThroughKey, refuseResending } from '../../domain/invitation.ts';
import { resolveAccess } from '../../store/access.ts';
import { findInvitation } from '../../store/invitations.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf, roleOf } from '../input.ts';
import { demandMayInvite, senderOf } from './invitation-place.ts';

/**
 * Refuses what the creation or the resend would refuse the caller for, so that nobody without the right to invite uses up the
 * limits of an organization. For a creation it does not look at the state (already pending, already a member): that would
 * refuse the replay of a creation under its Idempotency-Key.
 */
export const resolveRecipient =
  ({ db }: Dependencies): Method<typeof InvitationService.method.resolveRecipient> =>
  async ({ invitation, ...path }, context) => {
    const caller = principalOf(context);
    const access = await resolveAccess(db, caller, path);
    const place = demandMayInvite(access);
    const { organizationId } = place;
    switch (invitation.case) {
      case 'created': {
        refuseAdminThroughKey(roleOf(invitation.value.role), senderOf(caller));
        return { organizationId, email: readText(emailAddress, 'email', invitation.value.email) };
      }
      case 'resent': {
        const stored = await findInvitation(db, place, idOf(invitation.value));
        if (stored === undefined) throw notFound('no such invitation into this place');
        refuseResending(stored, senderOf(caller), new Date());
        return { organizationId, email: stored.email };
      }
      default:
        throw internal('the request names no invitation');
    }
  };
