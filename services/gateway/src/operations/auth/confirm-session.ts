import { internal } from '@patchbay/errors/failure';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { never } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { assertionOf } from '../../present/passkey.ts';
import { presentSession } from '../../present/session.ts';
import { presentUser } from '../../present/user.ts';
import { passkeyProof, passkeyProofExample } from '../../schemas/passkey.ts';
import { CurrentSession, currentSessionExample } from '../../schemas/session.ts';

export const confirmSession = defineOperation({
  id: 'confirmSession',
  group: 'auth',
  method: 'POST',
  path: '/v1/auth/session/confirm',
  summary: 'Confirm the current session with a passkey',
  description: `Makes the session of the request fresh for ${lifetimes.freshMinutes} minutes: a passkey of the caller has signed the options of \`startPasskeySignIn\`. The session may be of any method, which stays. A passkey of somebody else, and everything else that is wrong, is the same 403. A sign counter that goes back also ends the passkey: there may be a copy of it.`,
  credentials: 'session',
  access: { scope: 'self' },
  limits: [{ name: 'passkeyPerAddress', per: 'address' }],
  body: passkeyProof,
  examples: { body: passkeyProofExample },
  answer: {
    status: 200,
    description: 'The session, which is fresh, and its user',
    schema: CurrentSession,
    example: currentSessionExample,
  },
  assistant: never('shows or takes a credential'),
  audit: ['passkey.suspended'],
  async handle({ body, session: { user }, callOptions }, { passkeys }) {
    const { session } = await passkeys.confirmSession({ assertion: assertionOf(body) }, callOptions);
    if (session === undefined) throw internal('identity left out the session');
    return { session: presentSession(session, session.id), user: presentUser(user) };
  },
});
