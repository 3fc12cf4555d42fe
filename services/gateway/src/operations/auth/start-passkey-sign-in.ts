import { lifetimes } from '@patchbay/platform/lifetimes';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { PasskeyRequestOptions, passkeyRequestOptionsExample } from '../../schemas/passkey.ts';

export const startPasskeySignIn = defineOperation({
  id: 'startPasskeySignIn',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/passkey/options',
  summary: 'Start signing in with a passkey',
  description: `Returns the options for \`navigator.credentials.get\` of a browser (WebAuthn level 3). Send what it answers to \`verifyPasskeySignIn\`, or to \`confirmSession\`, within ${lifetimes.passkeyChallengeMinutes} minutes. The challenge works once. It is a 409 where the address of the Portal is an IP address, for which browsers know no passkeys.`,
  credentials: 'none',
  access: { scope: 'public' },
  limits: [{ name: 'passkeyPerAddress', per: 'address' }],
  answer: {
    status: 200,
    description: 'The options',
    schema: PasskeyRequestOptions,
    example: passkeyRequestOptionsExample,
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'nobody has signed in yet' },
  problems: ['conflict'],
  async handle({ callOptions }, { passkeys }) {
    const { options } = await passkeys.startPasskeySignIn({}, callOptions);
    return PasskeyRequestOptions.parse(options);
  },
});
