import type { DecodedEvent } from '@patchbay/events/consumer';
import { saveStateChange, stateChangesIn } from '@patchbay/events/inactive-organizations';
import { type Poison, PoisonMessage } from '@patchbay/events/transport';
import { validate as isUuid } from 'uuid';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import type { Workspace } from '../domain/integration.ts';
import { revocableProviders } from '../providers/catalogue.ts';
import { endWorkspace as endStored, forgetUnrecorded, listWorkspaces } from '../store/ended-workspaces.ts';
import { turnOfWorkspace } from '../store/workspaces.ts';

export type TenantEventParts = Pick<AttemptDependencies, 'db' | 'transact' | 'catalogue' | 'connectorOf'>;

/** Destroys the credentials of a workspace. False if it belongs to another organization. */
export const endWorkspace = (
  parts: TenantEventParts,
  workspace: Pick<Workspace, 'id' | 'organizationId'>,
): Promise<boolean> =>
  parts.transact({ name: 'end a workspace', turn: turnOfWorkspace(workspace) }, (tx) =>
    endStored(tx, workspace, revocableProviders(parts)),
  );

/** Destroys the credentials of a deleted organization. Its rows are removed by the worker of ended workspaces. */
export async function endOrganization(parts: TenantEventParts, organizationId: string): Promise<void> {
  for (;;) {
    const workspaces = await listWorkspaces(parts.db, organizationId);
    if (workspaces.length === 0) break;
    for (const workspace of workspaces) await endWorkspace(parts, workspace);
  }
  await forgetUnrecorded(parts.db, organizationId);
}

/** Saves the state of organizations, and destroys the credentials of deleted workspaces and organizations. Idempotent. */
export async function applyTenantEvents(
  parts: TenantEventParts,
  events: readonly DecodedEvent[],
): Promise<void> {
  // Saved first, so that no work of a deleted organization starts while its credentials are destroyed.
  const changes = stateChangesIn(events);
  if (changes.length > 0)
    await parts.transact('save the states of organizations', async (tx) => {
      for (const change of changes) await saveStateChange(tx, change);
    });
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    if (event.action !== 'workspace.deleted') continue;
    const { organizationId, target: { id } = { id: '' } } = event;
    const isKnown = isUuid(organizationId) && isUuid(id);
    if (!isKnown || !(await endWorkspace(parts, { id, organizationId })))
      poisons.push({ message, reason: 'the end of a workspace without its ids, or with those of another' });
  }
  for (const { organizationId, deleted } of changes)
    if (deleted) await endOrganization(parts, organizationId);
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
}
