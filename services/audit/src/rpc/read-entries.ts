import type { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { invalid } from '@patchbay/errors/failure';
import type { Method } from '@patchbay/rpc/method';
import { validate as isUuid } from 'uuid';
import { readAfter } from '../store/pages.ts';
import { beginReads, type TrailReads } from '../store/reads.ts';
import { linesOf } from './audit-logs.ts';

const maxLimit = 200;

export const readEntries =
  ({ db }: { readonly db: TrailReads }): Method<typeof AuditService.method.readEntries> =>
  async ({ organizationId, afterSequence, limit }) => {
    if (!isUuid(organizationId)) throw invalid({ path: 'organizationId', message: 'must be a UUID' });
    if (limit < 1 || limit > maxLimit)
      throw invalid({ path: 'limit', message: `must be between 1 and ${maxLimit}` });
    const { entries, hasMore } = await readAfter(beginReads(db), organizationId, afterSequence, limit);
    return { lines: linesOf(entries), hasMore };
  };
