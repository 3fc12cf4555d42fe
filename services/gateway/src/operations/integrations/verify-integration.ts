import { inWorkspace } from '@patchbay/access/rules';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegration } from '../../present/integration.ts';
import {
  Integration,
  integrationExample,
  integrationParams,
  integrationParamsExample,
} from '../../schemas/integration.ts';
import { attemptLimits, attemptTimeoutMs, integrationOf } from './integration.ts';

export const verifyIntegration = defineOperation({
  id: 'verifyIntegration',
  group: 'integrations',
  method: 'POST',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/verify',
  summary: 'Verify an integration now',
  description:
    'Asks the provider now whether the stored credentials still work. The response is a 200 whatever the provider says: `active` and without errors, `error` with a `statusDetail`, or unchanged with a `lastError` if the provider gave no clear answer. A disabled integration is checked and stays disabled; one that was never connected is a 409.',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.manageIntegrations,
  limits: attemptLimits,
  params: integrationParams,
  examples: { params: integrationParamsExample },
  answer: {
    status: 200,
    description: 'The integration after the verification',
    schema: Integration,
    example: integrationExample,
  },
  assistant: { changes: { destructive: true, idempotent: false } },
  audit: ['integration.status_changed'],
  problems: ['conflict'],
  async handle({ params, callOptions }, services) {
    const { integration } = await services.integration.verifyIntegration(integrationOf(params), {
      ...callOptions,
      timeoutMs: attemptTimeoutMs,
    });
    return presentIntegration(integration);
  },
});
