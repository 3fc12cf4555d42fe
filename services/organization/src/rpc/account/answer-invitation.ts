import type { Person } from '@patchbay/access/caller';
import type { Queryable } from '@patchbay/database/query';
import type { TurnOf } from '@patchbay/database/transaction';
import { notFound } from '@patchbay/errors/failure';
import type { Invitation } from '../../domain/invitation.ts';
import { findInvitationTo } from '../../store/invitations.ts';
import {
  type LockedOrganization,
  lockOrganization,
  turnOfOrganization,
} from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import { idOf } from '../input.ts';

/** The turn of a transaction that answers the invitation: that of its organization. 404 where another person is invited. */
export const turnOfAnswer = async (db: Queryable, person: Person, invitationId: string): Promise<TurnOf> =>
  turnOfOrganization((await invitationTo(db, person, invitationId)).organization);

/** The invitation, read under the row lock of its organization. 404 where another person is invited. */
export async function lockInvitationTo(
  tx: Tx,
  person: Person,
  invitationId: string,
): Promise<{ invitation: Invitation; organization: LockedOrganization }> {
  const unlocked = await invitationTo(tx, person, invitationId);
  const organization = await lockOrganization(tx, unlocked.organization.id);
  // Reads again: another transaction may have changed it before this one got the lock. Invitations are never deleted.
  return { invitation: await invitationTo(tx, person, invitationId), organization };
}

async function invitationTo(db: Queryable, { email }: Person, invitationId: string): Promise<Invitation> {
  const invitation = await findInvitationTo(db, email, idOf(invitationId));
  if (invitation === undefined) throw notFound('no such invitation to this address');
  return invitation;
}
