import { inWorkspace } from '@patchbay/access/rules';
import { perOrganization } from '../../limits/per-organization.ts';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentAccount } from '../../present/use.ts';
import { integrationParams, integrationParamsExample } from '../../schemas/integration.ts';
import { AccountPage, accountExample, accountQuery } from '../../schemas/use.ts';
import { attemptTimeoutMs, integrationOf } from '../integrations/integration.ts';

export const listIntegrationAccounts = defineOperation({
  id: 'listIntegrationAccounts',
  group: 'uses',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}/integrations/{id}/accounts',
  summary: 'List the accounts of a connection',
  description:
    "Asks the provider which accounts the connection reaches, and returns a page of them in the provider's order. Ask for the next page with `nextCursor` until it is null. A provider without such a list (`listsAccounts`), or an integration that was never connected, is a 409.",
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  access: inWorkspace.useIntegrations,
  limits: [{ name: 'attemptPerOrganization', per: perOrganization(inWorkspace.useIntegrations) }],
  params: integrationParams,
  query: accountQuery,
  examples: { params: integrationParamsExample, query: { limit: 20 } },
  answer: {
    status: 200,
    description: 'A page of the accounts',
    schema: AccountPage,
    example: { accounts: [accountExample], nextCursor: null },
  },
  assistant: reads,
  audit: { none: 'a read' },
  problems: ['conflict'],
  async handle({ params, query, callOptions }, { uses }) {
    const { accounts, nextCursor = null } = await uses.listAccounts(
      { ...integrationOf(params), ...query },
      { ...callOptions, timeoutMs: attemptTimeoutMs },
    );
    return { accounts: accounts.map(presentAccount), nextCursor };
  },
});
