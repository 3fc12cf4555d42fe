import type { Queryable } from '@patchbay/database/query';
import type { Standing } from '../domain/access.ts';
import type { Invitation } from '../domain/invitation.ts';
import { findStandings } from './access.ts';
import { standingOfKey } from './key-access.ts';

/**
 * The current standing of the sender of an invitation; undefined: no longer a member, or a key that no longer works. For an
 * invitation through a key the key itself counts, not its creator: revoking a leaked key also disables its invitations.
 */
export async function standingOfInviter(
  db: Queryable,
  { organization, workspace, inviter, apiKeyId }: Invitation,
): Promise<Standing | undefined> {
  if (apiKeyId !== null) return standingOfKey(db, apiKeyId, workspace?.slug);
  const standings = await findStandings(db, organization.id, workspace?.id ?? null, [inviter.email]);
  return standings.get(inviter.email);
}
