import type { ConnectRouter } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Methods } from '@patchbay/rpc/method';
import type { Dependencies } from './dependencies.ts';
import { exportAuditLogs } from './export-audit-logs.ts';
import { listAuditLogs } from './list-audit-logs.ts';
import { verifyAuditLogs } from './verify-audit-logs.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) =>
  router.service(AuditService, {
    listAuditLogs: listAuditLogs(dependencies),
    exportAuditLogs: exportAuditLogs(dependencies),
    verifyAuditLogs: verifyAuditLogs(dependencies),
  } satisfies Methods<typeof AuditService>);
