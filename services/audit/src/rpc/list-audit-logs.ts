import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { cursorOf } from '../domain/cursor.ts';
import { pageOf } from '../domain/page.ts';
import { findPage } from '../store/pages.ts';
import type { Dependencies } from './dependencies.ts';
import { filtersOf } from './filters.ts';
import { presentEntry } from './present.ts';

export const listAuditLogs =
  ({ db }: Dependencies): Method<typeof AuditService.method.listAuditLogs> =>
  async (request, context) => {
    const { organization } = accessOf(context, inOrganization.readTrail);
    const { cursor, limit } = request;
    const page = pageOf({ cursor, limit, filters: filtersOf(request) });
    const { entries, more } = await findPage(db, organization.id, page);
    const last = entries.at(-1);
    return {
      auditLogs: entries.map(presentEntry),
      nextCursor: more && last !== undefined ? cursorOf(last.entry.sequence) : '',
    };
  };
