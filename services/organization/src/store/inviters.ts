import type { Queryable } from '@patchbay/database/queryable';
import type { Standing } from '../domain/access.ts';
import type { Invitation } from '../domain/invitation.ts';
import { findStandings } from './access.ts';
import { standingOfKey } from './key-access.ts';

/**
 * What stands behind an invitation at this moment; undefined: nothing any more. Of one that was made through a key it is
 * that very key and not its creator: whoever revokes a key that fell into wrong hands ends what was done with it.
 */
export async function standingOfInviter(
  db: Queryable,
  { organization, workspace, inviter, apiKeyId }: Invitation,
): Promise<Standing | undefined> {
  if (apiKeyId !== null) return standingOfKey(db, apiKeyId, workspace?.slug);
  const standings = await findStandings(db, organization.id, workspace?.id ?? null, [inviter.email]);
  return standings.get(inviter.email);
}
