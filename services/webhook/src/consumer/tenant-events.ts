import { type PauseChange, savePause } from '@patchbay/events/paused-organizations';
import type { Dependencies } from '../rpc/dependencies.ts';
import { removeOrganization, removeWorkspace } from '../store/leaving.ts';
import { turnOfOrganization } from '../store/webhooks.ts';

export type LeavingParts = Pick<Dependencies, 'transact'>;

/** Pauses organizations, and deletes everything of those that were deleted. A repeated event finds nothing to delete. */
export async function followPauses(
  { transact }: LeavingParts,
  changes: readonly PauseChange[],
): Promise<void> {
  for (const change of changes) {
    const turn = turnOfOrganization(change.organizationId);
    await transact({ name: 'pause organization', turn }, async (tx) => {
      if (change.deleted) await removeOrganization(tx, change.organizationId);
      await savePause(tx, change);
    });
  }
}

/** Deletes the webhooks that are filtered to a workspace. */
export const endWorkspace = (
  { transact }: LeavingParts,
  { organizationId, workspaceId }: { readonly organizationId: string; readonly workspaceId: string },
): Promise<void> =>
  transact({ name: 'end workspace', turn: turnOfOrganization(organizationId) }, (tx) =>
    removeWorkspace(tx, organizationId, workspaceId),
  );
