import { inOrganization } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { AuditVerification } from '../../schemas/audit-log.ts';
import { organizationParams } from '../../schemas/organization.ts';

export const verifyAuditLogs = defineOperation({
  id: 'verifyAuditLogs',
  group: 'audit',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/audit-logs/verify',
  summary: 'Check the audit trail',
  description: 'Walks the chain of hashes and finds the first entry that was altered or removed.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.readTrail,
  params: organizationParams,
  examples: { params: { orgSlug: 'acme' } },
  answer: {
    status: 200,
    description: 'What was found',
    schema: AuditVerification,
    example: { intact: true, checked: 1204, firstBrokenSequence: null },
  },
  audit: { none: 'a read' },
  async handle({ callOptions }, { audit }) {
    const { intact, checked, firstBrokenSequence } = await audit.verifyAuditLogs({}, callOptions);
    return {
      intact,
      checked: Number(checked),
      firstBrokenSequence: intact ? null : Number(firstBrokenSequence),
    };
  },
});
