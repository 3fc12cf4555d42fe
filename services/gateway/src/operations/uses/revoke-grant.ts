import { inWorkspace } from '@patchbay/access/rules';
import { ends } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { grantParams, grantParamsExample } from '../../schemas/use.ts';
import { integrationOf } from '../integrations/integration.ts';

export const revokeGrant = defineOperation({
  id: 'revokeGrant',
  group: 'uses',
  method: 'DELETE',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/grants/{grantId}',
  summary: 'Revoke a grant',
  description:
    'Ends a grant: the key is refused from the next request on, and responses that are being streamed to it are cut off within five seconds. A grant that has ended is a 404.',
  credentials: 'session',
  access: inWorkspace.grantUse,
  takesAway: true,
  params: grantParams,
  examples: { params: grantParamsExample },
  answer: { status: 204, description: 'The grant has ended' },
  assistant: ends,
  audit: ['grant.revoked'],
  async handle({ params, callOptions }, { uses }) {
    await uses.revokeGrant({ ...integrationOf(params), grantId: params.grantId }, callOptions);
  },
});
