import { type OrganizationStateChange, saveStateChange } from '@patchbay/events/inactive-organizations';
import type { Dependencies } from '../rpc/dependencies.ts';
import { removeOrganization, removeWorkspace } from '../store/deletion.ts';
import { turnOfOrganization } from '../store/webhooks.ts';

export type TenantEventParts = Pick<Dependencies, 'transact'>;

/** Saves the state of organizations, and deletes the data of deleted ones. Idempotent. */
export async function applyStateChanges(
  { transact }: TenantEventParts,
  changes: readonly OrganizationStateChange[],
): Promise<void> {
  for (const change of changes) {
    const turn = turnOfOrganization(change.organizationId);
    await transact({ name: 'pause organization', turn }, async (tx) => {
      if (change.deleted) await removeOrganization(tx, change.organizationId);
      await saveStateChange(tx, change);
    });
  }
}

/** Deletes the webhooks whose filter names the workspace. */
export const endWorkspace = (
  { transact }: TenantEventParts,
  { organizationId, workspaceId }: { readonly organizationId: string; readonly workspaceId: string },
): Promise<void> =>
  transact({ name: 'end workspace', turn: turnOfOrganization(organizationId) }, (tx) =>
    removeWorkspace(tx, organizationId, workspaceId),
  );
