import type { Database } from '@patchbay/database/pool';
import { notFound } from '@patchbay/errors/failure';
import { findOrganization, type OrganizationWithRole } from './organizations.ts';

/** What a user may see and do under an organization. */
export interface ResolvedAccess {
  readonly organization: OrganizationWithRole;
}

/**
 * The one place where access under an organization is decided, by one query. What the user is not of does not exist for
 * them: 404, not 403.
 */
export async function resolveAccess(
  db: Database,
  organizationSlug: string,
  userId: string,
): Promise<ResolvedAccess> {
  const organization = await findOrganization(db, organizationSlug, userId);
  if (organization === undefined) throw notFound('no such organization, or the caller is not of it');
  return { organization };
}
