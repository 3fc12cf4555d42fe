import type { Person } from '@patchbay/access/caller';
import { notFound } from '@patchbay/errors/failure';
import type { Invitation } from '../../domain/invitation.ts';
import { findInvitationTo } from '../../store/invitations.ts';
import { type LockedOrganization, lockOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import { idOf } from '../input.ts';

/** The invitation, read under the row lock of its organization. 404 where it is addressed to another person. */
export async function lockInvitationTo(
  tx: Tx,
  { email }: Person,
  invitationId: string,
): Promise<{ invitation: Invitation; organization: LockedOrganization }> {
  const id = idOf(invitationId);
  const unlocked = await findInvitationTo(tx, email, id);
  if (unlocked === undefined) throw notFound('no such invitation to this address');
  const organization = await lockOrganization(tx, unlocked.organization.id);
  // Reads again: another transaction may have changed it before this one got the lock. Invitations are never deleted.
  return { invitation: (await findInvitationTo(tx, email, id)) ?? unlocked, organization };
}
