import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Method } from '@patchbay/rpc/method';
import { checkFilters } from '../domain/page.ts';
import { findHead } from '../store/chain-heads.ts';
import { exportEntries } from '../store/export.ts';
import type { Dependencies } from './dependencies.ts';
import { filtersOf } from './filters.ts';
import { presentEntry } from './present.ts';
import { trailOf } from './trail-access.ts';

export const exportAuditLogs = ({ db }: Dependencies): Method<typeof AuditService.method.exportAuditLogs> =>
  async function* (request, context) {
    const organizationId = trailOf(context);
    const filters = filtersOf(request);
    checkFilters(filters);
    // Entries that arrive from now on are not part of it: an export ends, however fast the trail grows.
    const { lastSequence } = await findHead(db, organizationId);
    for await (const entries of exportEntries(db, organizationId, filters, lastSequence)) {
      yield { auditLogs: entries.map(presentEntry) };
    }
  };
