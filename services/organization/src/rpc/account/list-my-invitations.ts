import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { listInvitationsTo } from '../../store/invitations.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentInvitation } from '../present.ts';

export const listMyInvitations =
  ({ db }: Dependencies): Method<typeof InvitationService.method.listMyInvitations> =>
  async (_request, context) => {
    const invitations = await listInvitationsTo(db, userOf(context).email);
    return { invitations: invitations.map((invitation) => presentInvitation(invitation)) };
  };
