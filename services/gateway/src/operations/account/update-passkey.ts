import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentPasskey } from '../../present/passkey.ts';
import { Passkey, passkeyExample, passkeyParams, passkeyParamsExample } from '../../schemas/passkey.ts';
import { renaming } from '../../schemas/text.ts';

export const updatePasskey = defineOperation({
  id: 'updatePasskey',
  group: 'account',
  method: 'PATCH',
  path: '/v1/me/passkeys/{id}',
  summary: 'Rename a passkey',
  description: 'Renames a passkey of the caller. Nothing else about a passkey can be changed.',
  credentials: 'session',
  access: { scope: 'self' },
  params: passkeyParams,
  body: renaming,
  examples: { params: passkeyParamsExample, body: { name: passkeyExample.name } },
  answer: { status: 200, description: 'The passkey as it is now', schema: Passkey, example: passkeyExample },
  assistant: never('shows or takes a credential'),
  audit: { none: 'the name is for its person alone' },
  async handle({ params, body, callOptions }, { passkeys }) {
    const { passkey } = await passkeys.updatePasskey({ passkeyId: params.id, name: body.name }, callOptions);
    return presentPasskey(passkey);
  },
});
