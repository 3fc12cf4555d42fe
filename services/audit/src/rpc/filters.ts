import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { ListAuditLogsRequest } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Filters } from '../domain/page.ts';

const dateOf = (timestamp: Timestamp | undefined) => timestamp && timestampDate(timestamp);

/** The filter fields that the requests for a list and for an export have in common. */
type FilterFields = Pick<
  ListAuditLogsRequest,
  'action' | 'actorId' | 'workspaceSlug' | 'targetType' | 'targetId' | 'from' | 'to'
>;

export const filtersOf = (request: FilterFields): Filters => {
  const { action, actorId, workspaceSlug, targetType, targetId, from, to } = request;
  return { action, actorId, workspaceSlug, targetType, targetId, from: dateOf(from), to: dateOf(to) };
};
