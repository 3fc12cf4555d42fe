import { inOrganization } from '@patchbay/access/rules';
import { perOrganization } from '../../limits/per-organization.ts';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { AuditLog, auditFilters, auditLogLineExample } from '../../schemas/audit-log.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { filtersToProto } from './filters.ts';

/**
 * Milliseconds until the next part: longer than audit waits for its turn to read a page (12 s) and than the statement may take (10 s)
 * together, so that the failure of either ends the export.
 */
const timeoutMs = 25_000;

export const exportAuditLogs = defineOperation({
  id: 'exportAuditLogs',
  group: 'audit',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/audit-logs/export',
  summary: 'Export the audit trail',
  description:
    'Streams the whole audit trail, oldest first, with the filters of `listAuditLogs`. Entries that arrive after the request are not part of it. Each line is the text that was hashed, with `hash` added as its last field. A caller may run 4 exports at once, an organization 6: beyond that it is a 429.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.readTrail,
  workspaceInQuery: true,
  inClosed: true,
  params: organizationParams,
  query: auditFilters,
  examples: { params: organizationParamsExample, query: { action: 'user.updated' } },
  answer: {
    status: 200,
    description: 'The entries',
    stream: 'ndjson',
    streamsPer: perOrganization(inOrganization.readTrail),
    fileName: ({ orgSlug }) => `${orgSlug}-audit-logs.ndjson`,
    schema: AuditLog,
    example: auditLogLineExample,
  },
  assistant: never('is for programs and browsers'),
  audit: { none: 'a read' },
  async *handle({ query, access, callOptions }, { audit }) {
    const parts = audit.exportAuditLogs(filtersToProto(query, access), { ...callOptions, timeoutMs });
    for await (const { lines } of parts) yield lines;
  },
});
