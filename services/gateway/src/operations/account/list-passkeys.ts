import { most } from '@patchbay/platform/maximums';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentPasskey } from '../../present/passkey.ts';
import { PasskeyList, passkeyExample } from '../../schemas/passkey.ts';

export const listPasskeys = defineOperation({
  id: 'listPasskeys',
  group: 'account',
  method: 'GET',
  path: '/v1/me/passkeys',
  summary: 'List your passkeys',
  description: `Returns every passkey of the caller, oldest first. A person has ${most.passkeysOfPerson} at most.`,
  credentials: 'session',
  access: { scope: 'self' },
  answer: {
    status: 200,
    description: 'The passkeys',
    schema: PasskeyList,
    example: { passkeys: [passkeyExample] },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ callOptions }, { passkeys }) {
    const listed = await passkeys.listPasskeys({}, callOptions);
    return { passkeys: listed.passkeys.map(presentPasskey) };
  },
});
