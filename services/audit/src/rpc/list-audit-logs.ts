import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { cursorOf } from '../domain/cursor.ts';
import { pageOf } from '../domain/page.ts';
import { findPage } from '../store/pages.ts';
import type { Dependencies } from './dependencies.ts';
import { filtersOf } from './filters.ts';

export const listAuditLogs =
  ({ db }: Pick<Dependencies, 'db'>): Method<typeof AuditService.method.listAuditLogs> =>
  async (request, context) => {
    const { organization } = accessOf(context, inOrganization.readTrail);
    const { cursor, limit } = request;
    const page = pageOf({ cursor, limit, filters: filtersOf(request) });
    const { entries, next } = await findPage(db, organization.id, page);
    return {
      entries: entries.map(({ text, hash }) => ({ text, hash })),
      nextCursor: next === undefined ? '' : cursorOf(next),
    };
  };
