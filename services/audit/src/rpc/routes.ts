import type { ConnectRouter } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Methods } from '@patchbay/rpc/method';
import { systemClock } from '@patchbay/runtime/clock';
import { exportAuditLogs } from './export-audit-logs.ts';
import { createListTurns, listAuditLogs } from './list-audit-logs.ts';
import { listWorkspaceActivity } from './list-workspace-activity.ts';
import { readEntries } from './read-entries.ts';
import { type VerifyDependencies, verifyAuditLogs } from './verify-audit-logs.ts';

export const routes = (dependencies: VerifyDependencies) => (router: ConnectRouter) => {
  const listing = { db: dependencies.db, inPageTurn: createListTurns(dependencies.clock ?? systemClock) };
  router.service(AuditService, {
    listAuditLogs: listAuditLogs(listing),
    listWorkspaceActivity: listWorkspaceActivity(listing),
    exportAuditLogs: exportAuditLogs(dependencies),
    readEntries: readEntries(dependencies),
    verifyAuditLogs: verifyAuditLogs(dependencies),
  } satisfies Methods<typeof AuditService>);
};
