import { lifetimes } from '@patchbay/platform/lifetimes';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentAccount } from '../../present/use.ts';
import { choiceParams, choiceParamsExample } from '../../schemas/connect.ts';
import { AccountPage, accountExample, accountQuery } from '../../schemas/use.ts';
import { attemptTimeoutMs } from '../integrations/integration.ts';
import { connectLimits } from './limits.ts';

export const listConnectAccounts = defineOperation({
  id: 'listConnectAccounts',
  group: 'connect',
  method: 'GET',
  path: '/v1/connect/{token}/accounts',
  summary: 'List the accounts to choose from',
  description: `Asks the provider which accounts a consent reaches, like \`listIntegrationAccounts\`, for the person who gave the consent. \`token\` is \`choice\` in the fragment of the outcome page. It works for ${lifetimes.accountChoiceMinutes} minutes after the consent; then it is a 401. A token that is not ours, or whose integration was deleted or connected again, is a 404; a disabled integration is a 409.`,
  credentials: 'none',
  access: { scope: 'public' },
  limits: connectLimits,
  params: choiceParams,
  malformedParams: 'invalid',
  query: accountQuery,
  examples: { params: choiceParamsExample, query: { limit: 20 } },
  answer: {
    status: 200,
    description: 'A page of the accounts',
    schema: AccountPage,
    example: { accounts: [accountExample], nextCursor: null },
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'a read' },
  problems: ['unauthenticated', 'conflict'],
  async handle({ params, query, callOptions }, { connect }) {
    const { accounts, nextCursor = null } = await connect.listConnectAccounts(
      { ...params, ...query },
      { ...callOptions, timeoutMs: attemptTimeoutMs },
    );
    return { accounts: accounts.map(presentAccount), nextCursor };
  },
});
