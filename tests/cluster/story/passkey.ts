import { type Authenticator, createAuthenticator } from '@patchbay/testing/authenticator';
import type { Api } from '../../api.ts';
import { portalUrl } from '../values.ts';
import { expected } from './expected.ts';

type Options = Readonly<Record<string, unknown>>;

const signed = async (anybody: Api, passkey: Authenticator) => ({
  credential: passkey.sign(
    expected('options of a passkey', 200, await anybody.post<Options>('/v1/auth/passkey/options')),
  ),
});

/** Registers the first passkey of a person and opens another session with it. */
export async function signInWithPasskey(anybody: Api, api: Api): Promise<Authenticator> {
  const passkey = createAuthenticator(portalUrl);
  const options = expected(
    'options of a registration',
    200,
    await api.post<Options>('/v1/me/passkeys/options'),
  );
  const registered = { name: 'Laptop', credential: passkey.register(options) };
  expected('a passkey', 201, await api.post('/v1/me/passkeys', registered));
  const { token } = expected(
    'a sign-in by passkey',
    200,
    await anybody.post<{ token: string }>('/v1/auth/passkey/verify', await signed(anybody, passkey)),
  );
  const { session } = expected(
    'the session of the passkey',
    200,
    await anybody.withSession(token).get<{ session: { method: string } }>('/v1/auth/session'),
  );
  if (session.method !== 'passkey') throw new Error(`the session was opened by ${session.method}`);
  return passkey;
}

/** Proves who the person of a session is, as some operations ask for. */
export async function confirmSession(api: Api, passkey: Authenticator): Promise<void> {
  expected('a confirmation', 200, await api.post('/v1/auth/session/confirm', await signed(api, passkey)));
}
