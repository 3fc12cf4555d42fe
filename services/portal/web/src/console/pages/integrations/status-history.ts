import type { Schemas } from '../../../api/answer.ts';
import { useOrganization, useWorkspace } from '../../data/access.tsx';
import { useRead } from '../../data/queries.ts';
import { toneOf } from './integration-state.ts';
import { lastDays, type StatusDay, statusChanges, statusDays } from './status-days.ts';

/** One read per action: the API filters by one action, and entries of relayed changes would fill the pages. */
const useEntries = (action: Schemas['AuditAction'], from: number) => {
  const organization = useOrganization();
  const { slug: workspaceSlug } = useWorkspace();
  return useRead(
    'listAuditLogs',
    {
      orgSlug: organization.slug,
      workspaceSlug,
      targetType: 'integration',
      action,
      from: new Date(from).toISOString(),
      limit: 200,
    },
    { enabled: organization.can.includes('listAuditLogs'), live: false },
  ).data;
};

/**
 * The status of each integration of the workspace on each of the last 30 days, from five pages of the trail. Undefined: not read yet, or the
 * caller may not read the trail.
 */
export function useStatusDays(
  now: number,
): ((integration: Schemas['Integration']) => readonly StatusDay[]) | undefined {
  const days = lastDays(now, 30);
  const from = days[0] ?? now;
  const pages = [
    useEntries('integration.connected', from),
    useEntries('integration.connect_failed', from),
    useEntries('integration.status_changed', from),
    useEntries('integration.disabled', from),
    useEntries('integration.enabled', from),
  ];
  const read = pages.filter((page) => page !== undefined);
  if (read.length < pages.length) return undefined;
  // If an action has more than one page, older entries are unknown.
  const since = Math.max(
    ...read.map(({ auditLogs, nextCursor }) =>
      nextCursor === null ? Number.NEGATIVE_INFINITY : Date.parse(auditLogs.at(-1)?.occurredAt ?? ''),
    ),
  );
  const entries = read.flatMap((page) => page.auditLogs);
  return (integration) => {
    const { id, createdAt, status } = integration;
    const tone = toneOf(integration, now);
    const own = entries.filter(({ target }) => target.id === id);
    return statusDays(days, { createdAt, status, tone, changes: statusChanges(own), since, now });
  };
}
