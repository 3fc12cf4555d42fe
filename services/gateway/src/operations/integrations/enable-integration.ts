import { inWorkspace } from '@patchbay/access/rules';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegration } from '../../present/integration.ts';
import {
  Integration,
  integrationExample,
  integrationParams,
  integrationParamsExample,
} from '../../schemas/integration.ts';
import { attemptLimits, attemptTimeoutMs, integrationOf } from './integration.ts';

export const enableIntegration = defineOperation({
  id: 'enableIntegration',
  group: 'integrations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/enable',
  summary: 'Enable an integration',
  description:
    'Enables a disabled integration. The stored credentials are verified first: it becomes `active`, or `error` if the provider refuses them; if the provider gives no clear answer it stays `disabled`, with a `lastError`. One that was never connected becomes `pending`. One that is not disabled stays as it is.',
  credentials: 'session',
  access: inWorkspace.manageIntegrations,
  limits: attemptLimits,
  params: integrationParams,
  examples: { params: integrationParamsExample },
  answer: {
    status: 200,
    description: 'The integration as it is now',
    schema: Integration,
    example: integrationExample,
  },
  assistant: never('gives access'),
  audit: ['integration.enabled'],
  problems: ['conflict'],
  async handle({ params, callOptions }, services) {
    const { integration } = await services.integration.enableIntegration(integrationOf(params), {
      ...callOptions,
      timeoutMs: attemptTimeoutMs,
    });
    return presentIntegration(integration);
  },
});
