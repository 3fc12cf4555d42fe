import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { passkeyParams, passkeyParamsExample } from '../../schemas/passkey.ts';

export const deletePasskey = defineOperation({
  id: 'deletePasskey',
  group: 'account',
  method: 'DELETE',
  path: '/v1/me/passkeys/{id}',
  summary: 'Delete a passkey',
  description:
    'Deletes a passkey of the caller: nobody can sign in with it any more. Sessions that were opened with it go on. It is a 409 where it is the last one of the caller, and an organization that requires passkeys has no other admin with a passkey.',
  credentials: 'session',
  access: { scope: 'self' },
  fresh: true,
  params: passkeyParams,
  examples: { params: passkeyParamsExample },
  answer: { status: 204, description: 'The passkey is deleted' },
  assistant: never('shows or takes a credential'),
  audit: ['passkey.deleted'],
  problems: ['conflict'],
  async handle({ params, callOptions }, { passkeys }) {
    await passkeys.deletePasskey({ passkeyId: params.id }, callOptions);
  },
});
