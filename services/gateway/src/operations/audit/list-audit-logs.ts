import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { JsonText } from '../../operation/json-text.ts';
import { defineOperation } from '../../operation/operation.ts';
import { auditFilters } from '../../schemas/audit-filters.ts';
import { AuditLog, auditLogExample } from '../../schemas/audit-log.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { programText } from '../../schemas/text.ts';
import { filtersToProto } from './filters.ts';

export const listAuditLogs = defineOperation({
  id: 'listAuditLogs',
  group: 'audit',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/audit-logs',
  summary: 'Page through the audit trail',
  description:
    'Newest first. All filters that are given must match. A page may have fewer entries than `limit`, where entries are large; `nextCursor` leads on, with the same filters. The cursor stays good while new entries arrive: they are newer than the first page, and the pages that follow neither repeat nor skip an entry.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.readTrail,
  params: organizationParams,
  query: auditFilters.safeExtend({
    cursor: programText(512).exactOptional().meta({ description: '`nextCursor` of the page before.' }),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  examples: { params: { orgSlug: 'acme' }, query: { action: 'user.updated', limit: 20 } },
  answer: {
    status: 200,
    description: 'A page of the trail',
    schema: z.object({
      auditLogs: z.array(AuditLog),
      nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
    }),
    example: { auditLogs: [auditLogExample], nextCursor: null },
  },
  audit: { none: 'a read' },
  async handle({ query, callOptions }, { audit }) {
    const { auditLogs, nextCursor } = await audit.listAuditLogs(filtersToProto(query), callOptions);
    // The entries are JSON of the API already, as the trail stores them.
    return new JsonText('{"auditLogs":', auditLogs, `,"nextCursor":${JSON.stringify(nextCursor || null)}}`);
  },
});
