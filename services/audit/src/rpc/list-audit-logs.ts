import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Method } from '@patchbay/rpc/method';
import { cursorOf } from '../domain/cursor.ts';
import { pageOf } from '../domain/page.ts';
import { findPage } from '../store/pages.ts';
import type { Dependencies } from './dependencies.ts';
import { filtersOf } from './filters.ts';
import { presentEntry } from './present.ts';
import { trailOf } from './trail-access.ts';

export const listAuditLogs =
  ({ db }: Dependencies): Method<typeof AuditService.method.listAuditLogs> =>
  async (request, context) => {
    const organizationId = trailOf(context);
    const { cursor, limit } = request;
    const page = pageOf({ cursor, limit, filters: filtersOf(request) });
    const { entries, more } = await findPage(db, organizationId, page);
    const last = entries.at(-1);
    return {
      auditLogs: entries.map(presentEntry),
      nextCursor: more && last !== undefined ? cursorOf(last.entry.sequence) : '',
    };
  };
