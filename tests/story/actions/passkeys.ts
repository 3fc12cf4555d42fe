import { createAuthenticator } from '@patchbay/testing/authenticator';
import { asBrowser, type Person, type World } from './world.ts';

/** Ada registers passkeys, signs in twice in one browser, confirms her session, and deletes one. Two have copies, which ends them. */
export async function usePasskeys({ perform, portalAddress }: World, { headers }: Person): Promise<void> {
  const register = async () => {
    const authenticator = createAuthenticator(portalAddress);
    const { body: options } = await perform('startPasskeyRegistration', { headers });
    const { body: passkey } = await perform<{ id: string }>(
      'createPasskey',
      { headers, body: { name: 'Laptop', credential: authenticator.register(options) } },
      ['passkey.created'],
    );
    /** What it signs for new options; the counter goes up where none is given. */
    const sign = async (counter?: number) => {
      const { body } = await perform('startPasskeySignIn', {});
      return { credential: authenticator.sign(body, counter === undefined ? {} : { counter }) };
    };
    return { id: passkey.id, sign };
  };

  const copied = await register();
  const { body: first } = await perform<{ token: string }>(
    'verifyPasskeySignIn',
    { body: await copied.sign() },
    ['user.signed_in'],
  );
  await perform(
    'verifyPasskeySignIn',
    { body: await copied.sign(), headers: asBrowser(`patchbay_session=${first.token}`) },
    ['session.revoked', 'user.signed_in'],
  );
  const ended = { actor: 'system', body: await copied.sign(1) } as const;
  await perform('verifyPasskeySignIn', { ...ended, status: 401 }, ['passkey.suspended']);

  const another = await register();
  await perform('confirmSession', { headers, body: await another.sign() });
  const endedToo = { actor: 'system', headers, body: await another.sign(1) } as const;
  await perform('confirmSession', { ...endedToo, status: 403 }, ['passkey.suspended']);

  const { id } = await register();
  await perform('listPasskeys', { headers });
  await perform('updatePasskey', { headers, params: { id }, body: { name: 'Phone' } });
  await perform('deletePasskey', { headers, params: { id } }, ['passkey.deleted']);
}
