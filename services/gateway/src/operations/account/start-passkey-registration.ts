import { lifetimes } from '@patchbay/platform/lifetimes';
import { most } from '@patchbay/platform/maximums';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { PasskeyCreationOptions, passkeyCreationOptionsExample } from '../../schemas/passkey.ts';

export const startPasskeyRegistration = defineOperation({
  id: 'startPasskeyRegistration',
  group: 'account',
  method: 'POST',
  path: '/v1/me/passkeys/options',
  summary: 'Start registering a passkey',
  description: `Returns the options for \`navigator.credentials.create\` of a browser (WebAuthn level 3). Send what it answers to \`createPasskey\` within ${lifetimes.passkeyChallengeMinutes} minutes. The challenge works once, and for the caller alone. Only the first passkey may come from any fresh session: whoever has one needs a session that a passkey has opened or confirmed (\`confirmSession\`), else it is a 403 whose \`detail\` begins with \`confirmation_required\`. A device that a session approved does not count as opened by its passkey. It is a 409 where the caller has ${most.passkeysOfPerson} passkeys, or where the address of the Portal is an IP address, for which browsers make no passkeys.`,
  credentials: 'session',
  access: { scope: 'self' },
  fresh: true,
  limits: [{ name: 'passkeyPerAddress', per: 'address' }],
  answer: {
    status: 200,
    description: 'The options',
    schema: PasskeyCreationOptions,
    example: passkeyCreationOptionsExample,
  },
  assistant: never('shows or takes a credential'),
  audit: { none: 'nothing is registered yet' },
  problems: ['conflict'],
  async handle({ callOptions }, { passkeys }) {
    const { options } = await passkeys.startPasskeyRegistration({}, callOptions);
    return PasskeyCreationOptions.parse(options);
  },
});
