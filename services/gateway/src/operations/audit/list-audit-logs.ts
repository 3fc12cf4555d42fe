import { inOrganization } from '@patchbay/access/rules';
import { JsonText } from '../../answer/answer.ts';
import { jsonArray } from '../../answer/json-array.ts';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { AuditLogPage, auditFilters, auditLogExample } from '../../schemas/audit-log.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { programText, queryInteger } from '../../schemas/text.ts';
import { filtersToProto } from './filters.ts';

export const listAuditLogs = defineOperation({
  id: 'listAuditLogs',
  group: 'audit',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/audit-logs',
  summary: 'Page through the audit trail',
  description:
    'Returns a page of the audit trail, newest first. All given filters must match. A page may have fewer entries than `limit` where entries are large; ask for the next one with `nextCursor` and the same filters until it is null. The cursor stays valid while new entries arrive: the pages that follow neither repeat nor skip an entry. A cursor that this API did not give out is a 400.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.readTrail,
  workspaceInQuery: true,
  params: organizationParams,
  query: auditFilters.safeExtend({
    cursor: programText(512).exactOptional().meta({ description: '`nextCursor` of the previous page.' }),
    limit: queryInteger(1, 200).prefault(50).meta({ description: 'How many entries a page has at most.' }),
  }),
  examples: { params: organizationParamsExample, query: { action: 'user.updated', limit: 20 } },
  answer: {
    status: 200,
    description: 'A page of the trail',
    schema: AuditLogPage,
    example: { auditLogs: [auditLogExample], nextCursor: null },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ query, access, callOptions }, { audit }) {
    const { auditLogs, nextCursor } = await audit.listAuditLogs(filtersToProto(query, access), callOptions);
    // The entries are JSON of the API already, as the trail stores them.
    return new JsonText(
      '{"auditLogs":',
      jsonArray(auditLogs),
      `,"nextCursor":${JSON.stringify(nextCursor || null)}}`,
    );
  },
});
