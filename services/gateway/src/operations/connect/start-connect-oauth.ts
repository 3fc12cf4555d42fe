import { lifetimes } from '@patchbay/platform/lifetimes';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { ConnectAuthorization, connectParams, connectParamsExample } from '../../schemas/connect.ts';
import { sentFieldValues } from '../../schemas/provider.ts';
import { connectLimits } from './limits.ts';

export const startConnectOauth = defineOperation({
  id: 'startConnectOauth',
  group: 'connect',
  method: 'POST',
  path: '/v1/connect/{token}/oauth',
  summary: 'Start a consent at the provider',
  description: `Starts a consent at the provider. The body has the provider's \`connectFields\` by name, and can be left out if there are none. Send the browser to \`authorizationUrl\` within ${lifetimes.consentMinutes} minutes; no cookies are needed. A provider that takes credentials is a 400 with an empty \`path\`; a disabled integration, or a provider that is not set up here, is a 409. A link that is unknown, used, revoked or replaced is a 404, an expired one a 401.`,
  credentials: 'none',
  access: { scope: 'public' },
  limits: connectLimits,
  params: connectParams,
  malformedParams: 'invalid',
  body: sentFieldValues.default({}),
  examples: { params: connectParamsExample, body: {} },
  answer: {
    status: 200,
    description: 'Where to send the browser',
    schema: ConnectAuthorization,
    example: {
      authorizationUrl:
        'https://accounts.provider.example/authorize?client_id=patchbay&response_type=code&state=3kF0',
    },
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'nobody has consented yet' },
  problems: ['unauthenticated', 'conflict'],
  async handle({ params, body, callOptions }, { connect }) {
    const { authorizationUrl } = await connect.startConnectOauth(
      { token: params.token, fields: body },
      callOptions,
    );
    return { authorizationUrl };
  },
});
