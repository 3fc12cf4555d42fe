import { notFound } from '@patchbay/errors/failure';
import type { Invitation } from '../../domain/invitation.ts';
import type { Person } from '../../domain/organization.ts';
import { findInvitationTo } from '../../store/invitations.ts';
import { lockOrganization } from '../../store/organizations.ts';
import type { Tx } from '../../store/transaction.ts';
import { idOf } from '../read.ts';

/** The invitation to this person, alone with its organization. Another address's does not exist for them. */
export async function lockInvitationTo(tx: Tx, { email }: Person, invitationId: string): Promise<Invitation> {
  const id = idOf(invitationId);
  const seen = await findInvitationTo(tx, email, id);
  if (seen === undefined) throw notFound('no such invitation to this address');
  await lockOrganization(tx, seen.organization.id);
  // Again, because somebody else may have been alone with it meanwhile. Invitations are never deleted.
  return (await findInvitationTo(tx, email, id)) ?? seen;
}
