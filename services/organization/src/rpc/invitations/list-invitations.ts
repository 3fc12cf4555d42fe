import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { resolveAccess } from '../../store/access.ts';
import { listInvitations as list } from '../../store/invitations.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentInvitation } from '../present.ts';
import { demandMayInvite } from './invitation-place.ts';

export const listInvitations =
  ({ db }: Dependencies): Method<typeof InvitationService.method.listInvitations> =>
  async (path, context) => {
    const access = await resolveAccess(db, principalOf(context), path);
    const invitations = await list(db, demandMayInvite(access));
    const now = new Date();
    return { invitations: invitations.map((invitation) => presentInvitation(invitation, now)) };
  };
