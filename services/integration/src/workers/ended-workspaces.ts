import { createWorker, type Worker } from '@patchbay/worker/worker';
import type { AttemptDependencies } from '../attempts/dependencies.ts';
import { endWorkspace, type TenantEventParts } from '../consumer/tenant-events.ts';
import { listLateWorkspaces, removeEnded } from '../store/ended-workspaces.ts';
import { idleMs, type WorkerTimes } from './provider-worker.ts';

/**
 * Removes the rows of workspaces that have ended, a batch at a time; nothing reads them any more. Ends workspaces that were created while
 * their organization was being deleted.
 */
export function createEndedWorkspaces(
  parts: TenantEventParts & Pick<AttemptDependencies, 'logger' | 'clock'>,
  { pollMs = 2_000 }: WorkerTimes = {},
): Worker {
  const { db, transact, logger, clock } = parts;
  return createWorker({
    name: 'ended workspaces',
    async round() {
      for (const workspace of await listLateWorkspaces(db)) await endWorkspace(parts, workspace);
      return transact({ name: 'remove ended workspaces' }, removeEnded);
    },
    pollMs,
    idleMs,
    logger,
    clock,
  });
}
