import { lifetimes } from '@patchbay/platform/lifetimes';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentConnectOutcome } from '../../present/connect.ts';
import {
  accountChoice,
  accountChoiceExample,
  ConnectOutcome,
  choiceParams,
  choiceParamsExample,
  connectOutcomeExample,
} from '../../schemas/connect.ts';
import { attemptTimeoutMs } from '../integrations/integration.ts';
import { connectLimits } from './limits.ts';

export const setConnectAccounts = defineOperation({
  id: 'setConnectAccounts',
  group: 'connect',
  method: 'POST',
  path: '/v1/connect/{token}/accounts',
  summary: 'Choose the accounts after a consent',
  description: `Says which accounts of \`listConnectAccounts\` may be used: \`accounts\` of the integration, which binds sessions, grants and reports alike. Where it is one account and a setting can name it, the settings name it, and the integration is verified with them at once. \`token\` is \`choice\` in the fragment of the outcome page. It works for ${lifetimes.accountChoiceMinutes} minutes after the consent; then it is a 401. A token that is not ours, or whose integration was deleted or connected again, is a 404. The first choice of a connection counts: the same again is a 200, another one a 409, as are a disabled integration and settings in which a member has named an account that is not chosen. Accounts that the provider does not list are a 400. Grants for every account end if others are chosen than before, and grants for accounts that are not chosen end too.`,
  credentials: 'none',
  access: { scope: 'public' },
  limits: connectLimits,
  params: choiceParams,
  malformedParams: 'invalid',
  body: accountChoice,
  examples: { params: choiceParamsExample, body: accountChoiceExample },
  answer: {
    status: 200,
    description: 'The integration after the choice',
    schema: ConnectOutcome,
    example: connectOutcomeExample,
  },
  assistant: never('shows or takes a credential'),
  audit: ['integration.accounts_chosen', 'grant.revoked'],
  problems: ['unauthenticated', 'conflict'],
  async handle({ params, body, callOptions }, { connect }) {
    return presentConnectOutcome(
      await connect.setConnectAccounts(
        {
          ...params,
          choice:
            body.accountIds === undefined
              ? { case: 'all', value: true }
              : { case: 'accounts', value: { ids: body.accountIds } },
        },
        { ...callOptions, timeoutMs: attemptTimeoutMs },
      ),
    );
  },
});
