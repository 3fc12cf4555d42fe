import { isIP } from 'node:net';
import type { JsonObject } from '@bufbuild/protobuf';
import type { Assertion, NewCredential } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import { conflict } from '@patchbay/errors/failure';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { parse as bytesOfId } from 'uuid';
import type { Passkey } from '../domain/passkey.ts';
import { challengeSeconds } from '../domain/passkey-challenge.ts';
import type { User } from '../domain/user.ts';

/** Ed25519, ES256 and RS256 (COSE), best first. */
const algorithms = [-8, -7, -257];

const timeout = challengeSeconds * 1000;

/** Without padding. */
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'base64url'));

/** The user handle: an authenticator keeps it with the passkey, and sends it at each sign-in. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> => new Uint8Array(bytesOfId(userId));

/** The text that was sealed as the challenge of these client data; undefined where they are not readable. */
export function challengeIn({ clientDataJson }: Pick<Assertion, 'clientDataJson'>): string | undefined {
  try {
    return Buffer.from(decodeClientDataJSON(clientDataJson).challenge, 'base64url').toString();
  } catch {
    return undefined;
  }
}

/**
 * Whether the attestation names no certificate. We ask for no attestation, and an authenticator that attests itself may send a signature
 * by the new key. The library would load the revocation list that a certificate names, from wherever the caller wants it to.
 */
export function isWithoutCertificate(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(bytesOf(attestationObject));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** What an authenticator tells about a passkey when it signs with it. */
export type PasskeyUse = Pick<Passkey, 'counter' | 'backedUp'>;

export interface RelyingParty {
  /** `challenge` is sealed text. Throws where browsers make no passkeys for the Portal's address. */
  creationOptions(
    user: Pick<User, 'id' | 'email' | 'name'>,
    challenge: string,
    registered: readonly Passkey[],
  ): Promise<JsonObject>;
  /** `challenge` is sealed text. Throws as `creationOptions` does. */
  requestOptions(challenge: string): Promise<JsonObject>;
  /** Does not check the challenge. Undefined where anything else about it is wrong. */
  verifyNew(
    credential: NewCredential,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'backedUp'> | undefined>;
  /** Checks neither the challenge nor the counter. Undefined where anything else about it is wrong. */
  verifyUse(assertion: Assertion, passkey: Passkey): Promise<PasskeyUse | undefined>;
}

/** Without the members that are undefined, which a message cannot hold. */
const jsonOf = (options: object): JsonObject => JSON.parse(JSON.stringify(options)) as JsonObject;

const everyCredential = { type: 'public-key', clientExtensionResults: {} } as const;

/** The library throws errors of every kind for what it cannot read or does not accept. */
const orUndefined = async <Result>(
  verify: () => Promise<Result | undefined>,
): Promise<Result | undefined> => {
  try {
    return await verify();
  } catch {
    return undefined;
  }
};

/** WebAuthn with the Portal as the relying party: passkeys are bound to its host, and it is the only origin. */
export function createRelyingParty(portalUrl: string): RelyingParty {
  const { hostname, origin } = new URL(portalUrl);
  const expected = {
    expectedChallenge: () => true,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  };

  const refuseAddress = (): void => {
    if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
      throw conflict(
        `Browsers know no passkeys for an IP address, and the Portal is at ${origin}. Use a host name in PORTAL_URL, such as localhost.`,
      );
  };

  return {
    async creationOptions({ id, email, name }, challenge, registered) {
      refuseAddress();
      return jsonOf(
        await generateRegistrationOptions({
          rpName: 'Patchbay',
          rpID: hostname,
          userID: handleOf(id),
          userName: email,
          userDisplayName: name,
          challenge,
          timeout,
          attestationType: 'none',
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          excludeCredentials: registered.map(({ credentialId, transports }) => ({
            id: base64url(credentialId),
            transports: [...transports],
          })),
          supportedAlgorithmIDs: algorithms,
        }),
      );
    },

    async requestOptions(challenge) {
      refuseAddress();
      return jsonOf(
        await generateAuthenticationOptions({
          rpID: hostname,
          challenge,
          timeout,
          userVerification: 'required',
        }),
      );
    },

    verifyNew: ({ id, clientDataJson, attestationObject }) =>
      orUndefined(async () => {
        if (!isWithoutCertificate(attestationObject)) return undefined;
        const { registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response: {
            ...everyCredential,
            id,
            rawId: id,
            response: { clientDataJSON: clientDataJson, attestationObject },
          },
          supportedAlgorithmIDs: algorithms,
        });
        if (registrationInfo === undefined || registrationInfo.credential.id !== id) return undefined;
        const { credential, credentialBackedUp } = registrationInfo;
        return {
          credentialId: bytesOf(id),
          publicKey: credential.publicKey,
          counter: credential.counter,
          backedUp: credentialBackedUp,
        };
      }),

    verifyUse: ({ credentialId, clientDataJson, authenticatorData, signature, userHandle }, passkey) =>
      orUndefined(async () => {
        if (userHandle !== base64url(handleOf(passkey.userId))) return undefined;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: {
            ...everyCredential,
            id: credentialId,
            rawId: credentialId,
            response: { clientDataJSON: clientDataJson, authenticatorData, signature, userHandle },
          },
          // The library refuses a counter that goes back before it has verified the signature: anybody could end the passkey.
          credential: { id: credentialId, publicKey: passkey.publicKey, counter: 0 },
        });
        if (!verified) return undefined;
        return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
      }),
  };
}
