import { inOrganization } from '@patchbay/access/rules';
import { z } from 'zod';
import { perOrganization } from '../../limits/per-organization.ts';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { AuditVerification } from '../../schemas/audit-log.ts';
import { organizationParamsExample } from '../../schemas/example-world.ts';
import { organizationParams } from '../../schemas/organization.ts';
import { queryInteger } from '../../schemas/text.ts';

/** Milliseconds: audit ends a part after 20 seconds at the latest, checked or not. */
const timeoutMs = 30_000;

export const verifyAuditLogs = defineOperation({
  id: 'verifyAuditLogs',
  group: 'audit',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/audit-logs/verify',
  summary: 'Verify the audit trail',
  description:
    'Checks the chain of hashes and finds the first entry that was altered or removed. One call checks at most 50,000 entries, fewer if they take long: ask again with `nextSequence` as `afterSequence` until it is null. One verification of an organization runs at a time; another one is a 409.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.readTrail,
  inClosed: true,
  limits: [{ name: 'verifyPerOrganization', per: perOrganization(inOrganization.readTrail) }],
  params: organizationParams,
  query: z.strictObject({
    afterSequence: queryInteger(0).prefault(0).meta({
      description: 'Checks the entries after this one, against its hash. Default: from the first.',
    }),
  }),
  examples: { params: organizationParamsExample, query: { afterSequence: 50_000 } },
  answer: {
    status: 200,
    description: 'What was found',
    schema: AuditVerification,
    example: { intact: true, checked: 1204, firstBrokenSequence: null, nextSequence: null },
  },
  assistant: reads,
  audit: { none: 'a read' },
  problems: ['conflict'],
  async handle({ query, callOptions }, { audit }) {
    const { intact, checked, firstBrokenSequence, nextSequence } = await audit.verifyAuditLogs(
      { afterSequence: BigInt(query.afterSequence) },
      { ...callOptions, timeoutMs },
    );
    return {
      intact,
      checked: Number(checked),
      firstBrokenSequence: intact ? null : Number(firstBrokenSequence),
      nextSequence: nextSequence === 0n ? null : Number(nextSequence),
    };
  },
});
