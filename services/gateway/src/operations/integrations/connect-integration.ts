import { inWorkspace } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegration } from '../../present/integration.ts';
import {
  credentialsExample,
  credentialsIntegrationExample,
  credentialsIntegrationParamsExample,
  Integration,
  integrationParams,
} from '../../schemas/integration.ts';
import { sentFieldValues } from '../../schemas/provider.ts';
import {
  attemptLimits,
  attemptTimeoutMs,
  integrationOf,
  perOrganizationOfMember,
  refusalKey,
} from './integration.ts';

export const connectIntegration = defineOperation({
  id: 'connectIntegration',
  group: 'integrations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/credentials',
  summary: 'Connect an integration with credentials',
  description:
    "Connects an integration whose provider takes credentials, in any status and without a connect link. The body has the provider's `connectFields` by name; they are checked with the provider and stored encrypted, and no response contains them. The response is a 200 whatever the provider says: `active` after a success, which also uses up the connect link; `error` with a `statusDetail` if the provider refuses; otherwise unchanged, with a `lastError`. A provider to which clients consent (`oauth`) is a 400 with an empty `path`. Refusals are counted for the organization and the provider; beyond `refusedAttemptPerLogin` every attempt is a 429.",
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.manageIntegrations,
  limits: [
    ...attemptLimits,
    {
      name: 'refusedAttemptPerLogin',
      per: {
        async refusalsOf(request, { integration }) {
          const found = await integration.getIntegration(integrationOf(request.params), request.callOptions);
          return refusalKey(perOrganizationOfMember.of(request), found.integration?.provider);
        },
      },
    },
  ],
  params: integrationParams,
  body: sentFieldValues,
  examples: { params: credentialsIntegrationParamsExample, body: credentialsExample },
  answer: {
    status: 200,
    description: 'The integration after the attempt',
    schema: Integration,
    example: credentialsIntegrationExample,
  },
  assistant: never('shows or takes a credential'),
  audit: ['integration.connected', 'integration.connect_failed', 'grant.revoked'],
  problems: ['conflict'],
  async handle(request, services) {
    const { params, body, callOptions } = request;
    const { integration, refused } = await services.integration.connectIntegration(
      { ...integrationOf(params), fields: body },
      { ...callOptions, timeoutMs: attemptTimeoutMs },
    );
    request.isRefused = refused;
    return presentIntegration(integration);
  },
});
