import { inOrganization } from '@patchbay/access/rules';
import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { accessOf } from '@patchbay/rpc/caller-access';
import type { Method } from '@patchbay/rpc/method';
import { checkFilters } from '../domain/page.ts';
import { findNewest } from '../store/chain-heads.ts';
import { exportEntries } from '../store/export.ts';
import type { Dependencies } from './dependencies.ts';
import { filtersOf } from './filters.ts';
import { linesOf } from './lines.ts';

export const exportAuditLogs = ({ db }: Dependencies): Method<typeof AuditService.method.exportAuditLogs> =>
  async function* (request, context) {
    const { organization } = accessOf(context, inOrganization.readTrail);
    const filters = filtersOf(request);
    checkFilters(filters);
    // Bounds the export at the newest entry of this moment, so that it ends however fast the trail grows.
    const last = await findNewest(db, organization.id);
    if (last === undefined) return;
    for await (const entries of exportEntries(db, organization.id, filters, last)) {
      yield { lines: linesOf(entries) };
    }
  };
