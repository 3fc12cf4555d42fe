import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import type { ListAuditLogsRequest } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import type { Filters } from '../domain/page.ts';

const dateOf = (timestamp: Timestamp | undefined) => timestamp && timestampDate(timestamp);

/** Of a list and of an export alike. */
type Asked = Pick<
  ListAuditLogsRequest,
  'action' | 'actorId' | 'workspaceSlug' | 'targetType' | 'targetId' | 'from' | 'to'
>;

export const filtersOf = (request: Asked): Filters => {
  const { action, actorId, workspaceSlug, targetType, targetId, from, to } = request;
  return { action, actorId, workspaceSlug, targetType, targetId, from: dateOf(from), to: dateOf(to) };
};
