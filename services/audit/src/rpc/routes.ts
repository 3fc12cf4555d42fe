import type { ConnectRouter } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { SharedCounts } from '@patchbay/limits/shared-counts';
import type { Methods } from '@patchbay/rpc/method';
import { systemClock } from '@patchbay/runtime/clock';
import { exportAuditLogs } from './export-audit-logs.ts';
import { createListTurns, listAuditLogs } from './list-audit-logs.ts';
import { listWorkspaceActivity } from './list-workspace-activity.ts';
import { readEntries } from './read-entries.ts';
import { type VerifyDependencies, verifyAuditLogs } from './verify-audit-logs.ts';

interface RouteDependencies extends VerifyDependencies {
  /** Default: each process counts alone. */
  readonly counts?: SharedCounts | undefined;
}

export const routes = (dependencies: RouteDependencies) => (router: ConnectRouter) => {
  const { db, counts, clock = systemClock } = dependencies;
  const listing = { db, inPageTurn: createListTurns(counts, clock) };
  router.service(AuditService, {
    listAuditLogs: listAuditLogs(listing),
    listWorkspaceActivity: listWorkspaceActivity(listing),
    exportAuditLogs: exportAuditLogs(dependencies),
    readEntries: readEntries(dependencies),
    verifyAuditLogs: verifyAuditLogs(dependencies),
  } satisfies Methods<typeof AuditService>);
};
