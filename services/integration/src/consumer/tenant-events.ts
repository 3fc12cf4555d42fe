import type { DecodedEvent } from '@patchbay/events/consumer';
import { pausesIn, savePause } from '@patchbay/events/paused-organizations';
import { type Poison, PoisonMessage } from '@patchbay/events/transport';
import { validate as isUuid } from 'uuid';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import type { Workspace } from '../domain/integration.ts';
import { revocableProviders } from '../providers/catalogue.ts';
import { endWorkspace as endStored, forgetUnrecorded, listWorkspaces } from '../store/ended-workspaces.ts';
import { turnOfWorkspace } from '../store/workspaces.ts';

export type LeavingParts = Pick<AttemptDependencies, 'db' | 'transact' | 'catalogue' | 'connectorOf'>;

type Place = Pick<Workspace, 'id' | 'organizationId'>;

/** Destroys the credentials of a workspace. False if another organization has it. */
export const endWorkspace = (parts: LeavingParts, workspace: Place): Promise<boolean> =>
  parts.transact({ name: 'end a workspace', turn: turnOfWorkspace(workspace) }, (tx) =>
    endStored(tx, workspace, revocableProviders(parts)),
  );

/** Destroys the credentials of a deleted organization. Its rows are removed by the worker of ended workspaces. */
export async function endOrganization(parts: LeavingParts, organizationId: string): Promise<void> {
  for (;;) {
    const workspaces = await listWorkspaces(parts.db, organizationId);
    if (workspaces.length === 0) break;
    for (const workspace of workspaces) await endWorkspace(parts, workspace);
  }
  await forgetUnrecorded(parts.db, organizationId);
}

/** Destroys what workspaces and organizations leave that were deleted. A repeated event finds nothing to destroy. */
export async function followLeaving(parts: LeavingParts, events: readonly DecodedEvent[]): Promise<void> {
  // Before anything is destroyed, so that nothing of a deleted organization is begun meanwhile.
  const pauses = pausesIn(events);
  if (pauses.length > 0)
    await parts.transact('save pauses', async (tx) => {
      for (const pause of pauses) await savePause(tx, pause);
    });
  const poisons: Poison[] = [];
  for (const { event, message } of events) {
    if (event.action !== 'workspace.deleted') continue;
    const { organizationId, target: { id } = { id: '' } } = event;
    const isKnown = isUuid(organizationId) && isUuid(id);
    if (!isKnown || !(await endWorkspace(parts, { id, organizationId })))
      poisons.push({ message, reason: 'the end of a workspace without its ids, or with those of another' });
  }
  for (const { organizationId, deleted } of pauses) if (deleted) await endOrganization(parts, organizationId);
  if (poisons.length > 0) throw new PoisonMessage(...poisons);
}
