import type { ConnectRouter } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Methods } from '@patchbay/rpc/method';
import { exportAuditLogs } from './export-audit-logs.ts';
import { listAuditLogs } from './list-audit-logs.ts';
import { readEntries } from './read-entries.ts';
import { type VerifyDependencies, verifyAuditLogs } from './verify-audit-logs.ts';

export const routes = (dependencies: VerifyDependencies) => (router: ConnectRouter) =>
  router.service(AuditService, {
    listAuditLogs: listAuditLogs(dependencies),
    exportAuditLogs: exportAuditLogs(dependencies),
    readEntries: readEntries(dependencies),
    verifyAuditLogs: verifyAuditLogs(dependencies),
  } satisfies Methods<typeof AuditService>);
