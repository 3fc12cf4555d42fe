import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { notFound } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { findByToken } from '../../store/invitations.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentInvitation } from '../present.ts';

/** Needs no session: the token of the link is the credential. It also shows answered and expired invitations. */
export const previewInvitation =
  ({ db }: Dependencies): Method<typeof InvitationService.method.previewInvitation> =>
  async ({ token }) => {
    const invitation = await findByToken(db, digestOf(token));
    if (invitation === undefined) throw notFound('no invitation has this token');
    return { invitation: presentInvitation(invitation) };
  };
