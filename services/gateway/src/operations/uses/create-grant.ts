import { inWorkspace } from '@patchbay/access/rules';
import type { GrantableKey } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { most } from '@patchbay/platform/maximums';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentGrant } from '../../present/use.ts';
import { integrationParams, integrationParamsExample } from '../../schemas/integration.ts';
import { Grant, grantExample, newGrant } from '../../schemas/use.ts';
import { integrationOf } from '../integrations/integration.ts';

const keyOf = ({ id, lineId, name, prefix }: GrantableKey) => ({ id, lineId, name, prefix });

export const createGrant = defineOperation({
  id: 'createGrant',
  group: 'uses',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/grants',
  summary: 'Let an API key use an integration',
  description: `Lets an API key relay requests through an integration. The grant follows the key through rotations, and ends when all of them are revoked, when it expires, or with the integration. A key that no longer reaches the workspace is refused whatever its grants. The \`access\` is no higher than that of the integration, and a key has one live grant for an integration, which has at most ${most.grantsOfIntegration}: otherwise it is a 409.`,
  credentials: 'session',
  access: inWorkspace.grantUse,
  fresh: { when: '`access` is `manage`', needed: ({ body }) => body.access === 'manage' },
  params: integrationParams,
  body: newGrant,
  examples: {
    params: integrationParamsExample,
    body: {
      apiKeyId: grantExample.apiKey.id,
      access: 'read',
      accounts: grantExample.accounts,
      expiresInDays: 90,
    },
  },
  answer: {
    status: 201,
    description: 'The grant',
    schema: Grant,
    example: grantExample,
    links: { revokeGrant: { grantId: '/id' } },
  },
  assistant: never('gives access'),
  audit: ['grant.created'],
  async handle({ params, body, callOptions }, { apiKeys, uses }) {
    const { apiKeyId, access, accounts, expiresInDays } = body;
    // Organization knows keys, integration knows grants, and neither calls the other.
    const { outcome } = await apiKeys.resolveGrantableKey(
      { organizationSlug: params.orgSlug, workspaceSlug: params.workspaceSlug, apiKeyId },
      // Without the idempotency key, which is for the creation.
      { ...callOptions, headers: {} },
    );
    const { grant } = await uses.createGrant(
      {
        ...integrationOf(params),
        grantee: outcome.case === 'key' ? { case: 'key', value: keyOf(outcome.value) } : outcome,
        access,
        ...(accounts === null && { reach: { case: 'everyAccount', value: true } }),
        ...(accounts && { reach: { case: 'accounts', value: { ids: accounts } } }),
        lifetime:
          expiresInDays === null
            ? { case: 'neverExpires', value: true }
            : { case: 'expiresInDays', value: expiresInDays },
      },
      callOptions,
    );
    return presentGrant(grant);
  },
});
