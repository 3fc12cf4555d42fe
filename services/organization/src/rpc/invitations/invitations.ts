import { type Principal, personOf } from '@patchbay/access/caller';
import { roleToProto } from '@patchbay/access/proto';
import { demand, inOrganization, inWorkspace } from '@patchbay/access/rules';
import type { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import type { Queryable } from '@patchbay/database/query';
import { internal, notFound } from '@patchbay/errors/failure';
import { callOf, principalOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { emailAddress } from '@patchbay/text/email-address';
import { readText } from '@patchbay/text/text-rule';
import { digestOf, newToken } from '@patchbay/tokens/token';
import { v7 as uuid } from 'uuid';
import {
  alreadyPending,
  cancel,
  type Invitation,
  invitationUrl,
  newInvitation,
  refuseAdminThroughKey,
  refuseResending,
  resend,
  type Sender,
  statusOf,
} from '../../domain/invitation.ts';
import { invitationMail } from '../../mails/invitation.ts';
import { findStanding, lockAccess, organizationTurn, resolveAccess } from '../../store/access.ts';
import type { Access } from '../../store/access-row.ts';
import { pendingInvitations, refuseWhenFull } from '../../store/bounds.ts';
import {
  type Destination,
  expireOverdue,
  findInvitation,
  insertInvitation,
  isPending,
  listInvitations as list,
  saveInvitation,
  standingOfInviter,
  tokenSealing,
} from '../../store/invitations.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf, roleOf } from '../input.ts';
import { presentInvitation } from '../present.ts';
import { readerOf } from '../reader.ts';

/** The place of the path. Refuses a caller who may not invite into it: listing and changing invitations need that right. */
function demandMayInvite({ organization, workspace }: Access): Destination {
  if (workspace === undefined) demand({ organization }, inOrganization.invite);
  else demand({ workspace }, inWorkspace.invite);
  return { organizationId: organization.id, workspaceId: workspace?.id ?? null };
}

/** The sender of an invitation of this caller; for a key it is the key, with its creator as the inviter. */
const senderOf = (caller: Principal): Sender => ({
  inviter: personOf(caller),
  apiKeyId: caller.type === 'api_key' ? caller.keyId : null,
});

export const sealToken = (
  { sealer }: Dependencies,
  { id, organization }: Invitation,
  token: string,
): string => tokenSealing.seal(sealer, token, organization.id, id);

export const openToken = (
  { sealer }: Dependencies,
  { id, organization }: Invitation,
  sealed: string,
): string => tokenSealing.open(sealer, sealed, organization.id, id);

/** Queues the mail in the transaction: it is sent if and only if the transaction commits. */
const mailInvitation = (
  { mails, portalUrl }: Dependencies,
  tx: Tx,
  invitation: Invitation,
  token: string,
): Promise<void> =>
  mails.enqueue(tx, {
    to: invitation.email,
    ...invitationMail(invitation, invitationUrl(portalUrl, token)),
  });

export const listInvitations =
  (dependencies: Dependencies): Method<typeof InvitationService.method.listInvitations> =>
  async (path, context) => {
    const { db } = dependencies;
    const access = await resolveAccess(db, readerOf(dependencies, context), path);
    const invitations = await list(db, demandMayInvite(access));
    const now = db.now();
    return { invitations: invitations.map((invitation) => presentInvitation(invitation, now)) };
  };

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
        const destination = demandMayInvite(access);
        refuseAdminThroughKey(role, sender);
        return { ...access, destination };
      },
      async create(tx, { organization, workspace, destination }) {
        const now = tx.now();
        const standing = await findStanding(tx, organization.id, destination.workspaceId, email);
        const { invitation, events } = newInvitation(
          {
            id: uuid(),
            email,
            role,
            organization,
            workspace: workspace ? { ...workspace, role } : null,
            ...sender,
          },
          standing,
          now,
        );
        await expireOverdue(tx, organization, destination, email, now);
        await refuseWhenFull(tx, organization, pendingInvitations(destination), { now });
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

async function invitationInto(db: Queryable, destination: Destination, id: string): Promise<Invitation> {
  const invitation = await findInvitation(db, destination, idOf(id));
  if (invitation === undefined) throw notFound('no such invitation into this destination');
  return invitation;
}

export const resendInvitation =
  (dependencies: Dependencies): Method<typeof InvitationService.method.resendInvitation> =>
  async (request, context) => {
    const caller = principalOf(context);
    const turn = await organizationTurn(dependencies.db, caller, request);
    return dependencies.transact({ name: 'resend invitation', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, request);
      const { organization } = access;
      const destination = demandMayInvite(access);
      const stored = await invitationInto(tx, destination, request.invitationId);
      const now = tx.now();
      const standing = await standingOfInviter(tx, stored);
      const { invitation, events } = resend(stored, senderOf(caller), standing, now);
      await refuseReopening(tx, organization, destination, stored, now);
      const { sealedToken } = await saveInvitation(tx, organization, invitation);
      const token = openToken(dependencies, invitation, sealedToken);
      await mailInvitation(dependencies, tx, invitation, token);
      await dependencies.outbox.record(tx, callOf(context), events);
      return { invitation: presentInvitation(invitation, now) };
    });
  };

/** Refuses to reopen an expired invitation where the destination has its most pending ones or the address has a newer pending one. */
async function refuseReopening(
  tx: Tx,
  organization: LockedOrganization,
  destination: Destination,
  { email, ...stored }: Invitation,
  now: Date,
): Promise<void> {
  if (statusOf(stored, now) !== 'expired') return;
  await refuseWhenFull(tx, organization, pendingInvitations(destination), { now });
  if (stored.status === 'pending') return;
  await expireOverdue(tx, organization, destination, email, now);
  if (await isPending(tx, organization, destination, email)) throw alreadyPending(email);
}

export const cancelInvitation =
  ({ db, transact, outbox }: Dependencies): Method<typeof InvitationService.method.cancelInvitation> =>
  async (request, context) => {
    const caller = principalOf(context);
    const turn = await organizationTurn(db, caller, request);
    return transact({ name: 'cancel invitation', turn }, async (tx) => {
      const access = await lockAccess(tx, caller, request);
      const destination = demandMayInvite(access);
      const stored = await invitationInto(tx, destination, request.invitationId);
      const now = tx.now();
      const { invitation, events } = cancel(stored, now);
      await saveInvitation(tx, access.organization, invitation);
      await outbox.record(tx, callOf(context), events);
      return { invitation: presentInvitation(invitation, now) };
    });
  };

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
    const destination = demandMayInvite(access);
    const { organizationId } = destination;
    switch (invitation.case) {
      case 'created': {
        refuseAdminThroughKey(roleOf(invitation.value.role), senderOf(caller));
        return {
          organizationId,
          email: readText(emailAddress, 'email', invitation.value.email),
          role: invitation.value.role,
        };
      }
      case 'resent': {
        const stored = await invitationInto(db, destination, invitation.value);
        refuseResending(stored, senderOf(caller), db.now());
        const role = roleToProto(stored.workspace?.role ?? stored.role);
        return { organizationId, email: stored.email, role };
      }
      default:
        throw internal('the request names no invitation');
    }
  };
