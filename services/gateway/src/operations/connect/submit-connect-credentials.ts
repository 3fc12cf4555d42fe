import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentConnectOutcome } from '../../present/connect.ts';
import {
  ConnectOutcome,
  connectOutcomeExample,
  connectParams,
  connectParamsExample,
} from '../../schemas/connect.ts';
import { credentialsExample } from '../../schemas/integration.ts';
import { sentFieldValues } from '../../schemas/provider.ts';
import { attemptTimeoutMs, refusalKey } from '../integrations/integration.ts';
import { connectLimits } from './limits.ts';

export const submitConnectCredentials = defineOperation({
  id: 'submitConnectCredentials',
  group: 'connect',
  method: 'POST',
  path: '/v1/connect/{token}/credentials',
  summary: 'Connect with credentials',
  description:
    "Connects an integration with credentials. The body has the provider's `connectFields` by name; they are checked with the provider and stored encrypted, and no response contains them. The response is a 200 whatever the provider says: `status` is `active` after a success, and then the link is used up; otherwise it still works. A provider to which clients consent (`oauth`) is a 400 with an empty `path`, a disabled integration a 409. A link that is unknown, used, revoked or replaced is a 404, an expired one a 401. Refusals are counted for the organization and the provider; beyond `refusedAttemptPerLogin` every attempt is a 429.",
  credentials: 'none',
  access: { scope: 'public' },
  limits: [
    ...connectLimits,
    {
      name: 'refusedAttemptPerLogin',
      per: {
        async refusalsOf({ params, callOptions }, { connect }) {
          const { organizationId, provider } = await connect.getConnectPage(params, callOptions);
          return refusalKey(organizationId, provider);
        },
      },
    },
  ],
  params: connectParams,
  malformedParams: 'invalid',
  body: sentFieldValues,
  examples: { params: connectParamsExample, body: credentialsExample },
  answer: {
    status: 200,
    description: 'How the attempt ended',
    schema: ConnectOutcome,
    example: connectOutcomeExample,
  },
  assistant: never('shows or takes a credential'),
  audit: ['integration.connected', 'integration.connect_failed', 'grant.revoked'],
  problems: ['unauthenticated', 'conflict'],
  async handle(request, { connect }) {
    const { params, body, callOptions } = request;
    const outcome = await connect.submitConnectCredentials(
      { token: params.token, fields: body },
      { ...callOptions, timeoutMs: attemptTimeoutMs },
    );
    request.isRefused = outcome.refused;
    return presentConnectOutcome(outcome);
  },
});
