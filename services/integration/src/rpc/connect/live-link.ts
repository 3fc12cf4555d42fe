import type { Queryable } from '@patchbay/database/query';
import { notFound, unauthenticated } from '@patchbay/errors/failure';
import { digestOf } from '@patchbay/tokens/token';
import { hasExpired } from '../../domain/connect-link.ts';
import { findLink, type LinkedIntegration } from '../../store/connect-links.ts';

/**
 * The integration of a connect token. Throws `not_found` where the token is unknown, used, revoked or replaced, and
 * `unauthenticated` where its link has expired. Neither counts as a failed credential: connect tokens have limits of their own.
 */
export async function liveLinkOf(db: Queryable, token: string, now = new Date()): Promise<LinkedIntegration> {
  const found = await findLink(db, digestOf(token));
  if (found === undefined) throw notFound('no integration has this connect token');
  if (hasExpired(found.link, now)) throw unauthenticated('The connect link has expired.');
  return found;
}
