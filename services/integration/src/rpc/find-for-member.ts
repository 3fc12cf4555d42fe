import type { AccessIn } from '@patchbay/access/access';
import type { Queryable } from '@patchbay/database/query';
import type { StoredIntegration } from '../store/integration-row.ts';
import { findIntegration } from '../store/integrations.ts';
import { idOf, noSuchIntegration } from './read.ts';
import { workspaceOf } from './workspace-of.ts';

/**
 * Finds an integration of the caller's workspace; throws `not_found` where there is none. It has the names of the caller token,
 * which are newer than the stored copy if anything is.
 */
export async function findForMember(
  db: Queryable,
  access: AccessIn<'workspace'>,
  id: string,
): Promise<StoredIntegration> {
  const workspace = workspaceOf(access);
  const found = await findIntegration(db, { workspaceId: workspace.id, id: idOf(id) });
  if (found === undefined) throw noSuchIntegration();
  return { ...found, integration: { ...found.integration, workspace } };
}
