import { lifetimes } from '@patchbay/platform/bounds';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentConnectOutcome } from '../../present/connect.ts';
import {
  ConnectOutcome,
  choiceParams,
  choiceParamsExample,
  chosenAccount,
  chosenAccountExample,
  connectOutcomeExample,
} from '../../schemas/connect.ts';
import { attemptTimeoutMs } from '../integrations/integration.ts';
import { connectLimits } from './limits.ts';

export const setConnectAccount = defineOperation({
  id: 'setConnectAccount',
  group: 'connect',
  method: 'POST',
  path: '/v1/connect/{token}/account',
  summary: 'Choose the account after a consent',
  description: `Names an account of \`listConnectAccounts\` in the settings of the integration, which is verified with them at once. \`token\` is \`choice\` in the fragment of the outcome page. It works for ${lifetimes.accountChoiceMinutes} minutes after the consent; then it is a 401. A token that is not ours, or whose integration was deleted or connected again, is a 404. A disabled integration, or settings that already name another account, is a 409; the same account again is a 200. An account that the provider does not list, or that no setting can name, is a 400.`,
  credentials: 'none',
  access: { scope: 'public' },
  limits: connectLimits,
  params: choiceParams,
  malformedParams: 'invalid',
  body: chosenAccount,
  examples: { params: choiceParamsExample, body: chosenAccountExample },
  answer: {
    status: 200,
    description: 'The integration after the choice',
    schema: ConnectOutcome,
    example: connectOutcomeExample,
  },
  assistant: never('shows or takes a credential'),
  audit: ['integration.updated'],
  problems: ['unauthenticated', 'conflict'],
  async handle({ params, body, callOptions }, { connect }) {
    return presentConnectOutcome(
      await connect.setConnectAccount(
        { ...params, ...body },
        { ...callOptions, timeoutMs: attemptTimeoutMs },
      ),
    );
  },
});
