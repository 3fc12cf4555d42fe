import { type Authenticator, type Ceremony, createAuthenticator } from '@patchbay/testing/authenticator';
import {
  anonymously,
  callAsUser,
  portalUrl,
  type RunningIdentity,
  type SignedIn,
} from '../test-bed.fixture.ts';

type Passkeys = Pick<RunningIdentity, 'passkeys'>;

/** What the gateway makes of a new credential. */
export const newCredentialOf = ({ id, response }: ReturnType<Authenticator['register']>) => ({
  id,
  clientDataJson: response.clientDataJSON,
  attestationObject: response.attestationObject,
  transports: response.transports,
});

/** What the gateway makes of a used credential. */
export const assertionOf = ({ id, response }: ReturnType<Authenticator['sign']>) => ({
  credentialId: id,
  clientDataJson: response.clientDataJSON,
  authenticatorData: response.authenticatorData,
  signature: response.signature,
  userHandle: response.userHandle,
});

export async function creationOptions({ passkeys }: Passkeys, person: SignedIn) {
  const { options } = await passkeys.startPasskeyRegistration({}, callAsUser(person));
  if (options === undefined) throw new Error('no options');
  return options;
}

export async function requestOptions({ passkeys }: Passkeys) {
  const { options } = await passkeys.startPasskeySignIn({}, anonymously());
  if (options === undefined) throw new Error('no options');
  return options;
}

/** Registers a new passkey of the person. */
export async function registerPasskey(identity: Passkeys, person: SignedIn, ceremony: Ceremony = {}) {
  const authenticator = createAuthenticator(portalUrl);
  const made = authenticator.register(await creationOptions(identity, person), ceremony);
  const { passkey } = await identity.passkeys.createPasskey(
    { name: 'Laptop', credential: newCredentialOf(made) },
    callAsUser(person),
  );
  if (passkey === undefined) throw new Error('no passkey');
  return { authenticator, passkey };
}

/** Confirms the session with a passkey of its person. */
export const confirmWith = async (identity: Passkeys, person: SignedIn, authenticator: Authenticator) =>
  identity.passkeys.confirmSession(
    { assertion: await assertion(identity, authenticator) },
    callAsUser(person),
  );

/** What the authenticator signs with new options. */
export const assertion = async (identity: Passkeys, authenticator: Authenticator, ceremony: Ceremony = {}) =>
  assertionOf(authenticator.sign(await requestOptions(identity), ceremony));
