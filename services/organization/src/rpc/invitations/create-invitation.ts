import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { emailAddress } from '@patchbay/text/email-address';
import { readText } from '@patchbay/text/read';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import { alreadyPending, newInvitation, refuseAdminThroughKey } from '../../domain/invitation.ts';
import { findStandings, lockAccess, organizationTurn } from '../../store/access.ts';
import { pendingInvitations, refuseWhenFull } from '../../store/bounds.ts';
import { expireOverdue, insertInvitation } from '../../store/invitations.ts';
import type { Dependencies } from '../dependencies.ts';
import { roleOf } from '../input.ts';
import { presentInvitation } from '../present.ts';
import { demandMayInvite, senderOf } from './invitation-place.ts';
import { mailInvitation, sealToken } from './mail-invitation.ts';

export const createInvitation =
  (dependencies: Dependencies): Method<typeof InvitationService.method.createInvitation> =>
  async (request, context) => {
    const caller = principalOf(context);
    const sender = senderOf(caller);
    const email = readText(emailAddress, 'email', request.email);
    const role = roleOf(request.role);
    const token = newToken();
    const turn = await organizationTurn(dependencies.db, caller, request);
    return dependencies.createOnce({ name: 'create invitation', turn }, context, {
      async authorize(tx) {
        const access = await lockAccess(tx, caller, request);
        const place = demandMayInvite(access);
        refuseAdminThroughKey(role, sender);
        return { ...access, place };
      },
      async create(tx, { organization, workspace, place }) {
        const now = new Date();
        const standings = await findStandings(tx, organization.id, place.workspaceId, [email]);
        const { invitation, events } = newInvitation(
          {
            id: uuid(),
            email,
            role,
            organization,
            workspace: workspace ? { ...workspace, role } : null,
            ...sender,
          },
          standings.get(email),
          now,
        );
        await expireOverdue(tx, organization, place, email, now);
        await refuseWhenFull(tx, organization, pendingInvitations(place), { now });
        const tokenDigest = digestOf(token);
        const sealedToken = sealToken(dependencies, invitation, token);
        if (!(await insertInvitation(tx, organization, invitation, { tokenDigest, sealedToken }))) {
          throw alreadyPending(email);
        }
        await mailInvitation(dependencies, tx, invitation, token);
        await dependencies.outbox.record(tx, callOf(context), events);
        return { invitation: presentInvitation(invitation, now) };
      },
    });
  };
