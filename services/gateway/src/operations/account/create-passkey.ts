import { most } from '@patchbay/platform/maximums';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { newCredentialOf, presentPasskey } from '../../present/passkey.ts';
import { newPasskey, newPasskeyExample, Passkey, passkeyExample } from '../../schemas/passkey.ts';

export const createPasskey = defineOperation({
  id: 'createPasskey',
  group: 'account',
  method: 'POST',
  path: '/v1/me/passkeys',
  summary: 'Register a passkey',
  description: `Registers a passkey of the caller: \`credential\` is what a browser has made with the options of \`startPasskeyRegistration\`. It is a 400 where it was made with other options, or with options that were used or have expired. Only the first passkey may come from any fresh session: whoever has one needs a session that a passkey has opened or confirmed (\`confirmSession\`), else it is a 403 whose \`detail\` begins with \`confirmation_required\`. A device that a session approved does not count as opened by its passkey. A person has at most ${most.passkeysOfPerson} passkeys: beyond that, and for a passkey that is registered, it is a 409.`,
  credentials: 'session',
  access: { scope: 'self' },
  fresh: true,
  limits: [{ name: 'passkeyPerAddress', per: 'address' }],
  body: newPasskey,
  examples: { body: newPasskeyExample },
  answer: {
    status: 201,
    description: 'The passkey',
    schema: Passkey,
    example: passkeyExample,
    links: { updatePasskey: { id: '/id' }, deletePasskey: { id: '/id' } },
  },
  assistant: never('shows or takes a credential'),
  audit: ['passkey.created'],
  async handle({ body, callOptions }, { passkeys }) {
    const { passkey } = await passkeys.createPasskey(
      { name: body.name, credential: newCredentialOf(body) },
      callOptions,
    );
    return presentPasskey(passkey);
  },
});
