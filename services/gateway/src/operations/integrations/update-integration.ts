import { inWorkspace } from '@patchbay/access/rules';
import { replaces } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentIntegration } from '../../present/integration.ts';
import {
  Integration,
  integrationChanges,
  integrationExample,
  integrationParams,
  integrationParamsExample,
} from '../../schemas/integration.ts';
import { integrationOf } from './integration.ts';

export const updateIntegration = defineOperation({
  id: 'updateIntegration',
  group: 'integrations',
  method: 'PATCH',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}',
  summary: "Change an integration's name, settings or return address",
  description:
    'Changes the name, the settings or the return address of an integration. What you leave out stays as it is; `settings` are replaced as a whole. The credentials are not checked again.',
  credentials: 'session',
  access: inWorkspace.manageIntegrations,
  params: integrationParams,
  body: integrationChanges,
  examples: {
    params: integrationParamsExample,
    body: { name: integrationExample.name, settings: integrationExample.settings, returnUrl: null },
  },
  answer: {
    status: 200,
    description: 'The integration as it is now',
    schema: Integration,
    example: { ...integrationExample, returnUrl: null },
  },
  assistant: { changes: { ...replaces, fields: ['name', 'settings'] } },
  audit: ['integration.updated'],
  problems: ['conflict'],
  async handle({ params, body: { returnUrl, ...changed }, callOptions }, services) {
    const { integration } = await services.integration.updateIntegration(
      {
        ...integrationOf(params),
        ...changed,
        ...(returnUrl === null ? { clearReturnUrl: true } : returnUrl !== undefined && { returnUrl }),
      },
      callOptions,
    );
    return presentIntegration(integration);
  },
});
