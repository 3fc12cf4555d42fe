import { lifetimes } from '@patchbay/platform/lifetimes';
import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { id, idInRequest, resourceName, timestamp } from './text.ts';

export const passkeyParams = z.strictObject({
  id: idInRequest.meta({ description: '`id` of the passkey.' }),
});

/** Bytes, as the JSON of WebAuthn writes them: base64url without padding. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url without padding');

/** A credential id has 1,023 bytes at most. */
const credentialId = bytes(1364).meta({ description: 'The id of the credential.' });
const clientDataJSON = bytes(2048).meta({
  description: 'What the browser has vouched for: challenge and origin.',
});

const everyCredential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z
    .enum(['platform', 'cross-platform'])
    .nullish()
    .meta({ description: 'Whether the authenticator is part of the device. Not used.' }),
  clientExtensionResults: z
    .record(z.string().max(64), z.unknown())
    .meta({ description: 'What extensions of the browser answered. Not used.' }),
};

const newCredential = z
  .strictObject({
    ...everyCredential,
    response: z
      .strictObject({
        clientDataJSON,
        attestationObject: bytes(8192).meta({
          description: 'The new public key, with `none` attestation.',
        }),
        authenticatorData: bytes(8192).optional(),
        transports: z
          .array(z.string().regex(/^[a-z-]{1,32}$/))
          .max(10)
          .optional()
          .meta({ description: 'How browsers reach the authenticator.' }),
        publicKeyAlgorithm: z.int().optional(),
        publicKey: bytes(8192).optional(),
      })
      .meta({ id: 'PasskeyAttestation', description: '`AuthenticatorAttestationResponseJSON` of WebAuthn.' }),
  })
  .meta({ id: 'NewPasskeyCredential', description: '`RegistrationResponseJSON` of WebAuthn.' });

const usedCredential = z
  .strictObject({
    ...everyCredential,
    response: z
      .strictObject({
        clientDataJSON,
        authenticatorData: bytes(1024).meta({ description: 'Flags and sign counter.' }),
        signature: bytes(1024).meta({ description: 'Of authenticator data and client data.' }),
        userHandle: bytes(128).nullish().meta({ description: 'Whose passkey it is.' }),
      })
      .meta({ id: 'PasskeyAssertion', description: '`AuthenticatorAssertionResponseJSON` of WebAuthn.' }),
  })
  .meta({ id: 'UsedPasskeyCredential', description: '`AuthenticationResponseJSON` of WebAuthn.' });

export const newPasskey = z
  .strictObject({
    name: resourceName.meta({ description: 'By which its person recognizes it.' }),
    credential: newCredential,
  })
  .meta({ id: 'NewPasskey', description: 'A passkey to register.' });

export const passkeyProof = z
  .strictObject({ credential: usedCredential })
  .meta({ id: 'PasskeyProof', description: 'What a passkey has signed.' });

export const Passkey = z
  .object({
    id,
    name: z.string().meta({ description: 'By which its person recognizes it.' }),
    createdAt: timestamp,
    lastUsedAt: timestamp
      .nullable()
      .meta({ description: 'When somebody last signed in or confirmed with it; null: never.' }),
    backedUp: z.boolean().meta({
      description: 'Whether its authenticator keeps a copy elsewhere, so that it outlives the device.',
    }),
    transports: z
      .array(z.string())
      .meta({ description: 'How browsers reach its authenticator, such as `internal` or `usb`.' }),
  })
  .meta({ id: 'Passkey', description: 'A key pair of an authenticator, by which its person signs in.' });

export const PasskeyList = z
  .object({ passkeys: z.array(Passkey).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'PasskeyList', description: 'The passkeys of a person.' });

const challenge = z.string().meta({
  description: `To be signed. It works once, and for ${lifetimes.passkeyChallengeMinutes} minutes.`,
});
const timeout = z.int().meta({ description: 'Milliseconds that the browser may wait for the person.' });
const userVerification = z
  .literal('required')
  .meta({ description: 'The authenticator must check the person, by PIN, finger or face.' });

export const PasskeyCreationOptions = z
  .object({
    rp: z
      .object({ id: z.string().meta({ description: "The Portal's host." }), name: z.string() })
      .meta({ id: 'PasskeyRelyingParty', description: 'For which a passkey works.' }),
    user: z
      .object({
        id: z.string().meta({ description: 'The user handle, in base64url.' }),
        name: z.string(),
        displayName: z.string(),
      })
      .meta({ id: 'PasskeyUser', description: 'The person, as authenticators show them.' }),
    challenge,
    pubKeyCredParams: z
      .array(
        z
          .object({
            type: z.literal('public-key'),
            alg: z.int().meta({ description: 'The identifier of COSE.' }),
          })
          .meta({ id: 'PasskeyAlgorithm', description: 'An algorithm of signatures.' }),
      )
      .meta({ description: 'The accepted algorithms, best first.' }),
    timeout,
    excludeCredentials: z
      .array(
        z
          .object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) })
          .meta({ id: 'RegisteredPasskeyCredential', description: 'A credential that is registered.' }),
      )
      .meta({ description: 'What the person has registered: their authenticators make no second one.' }),
    authenticatorSelection: z
      .object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification,
      })
      .meta({ id: 'PasskeyAuthenticatorSelection', description: 'The passkey must be discoverable.' }),
    attestation: z.literal('none'),
  })
  .meta({
    id: 'PasskeyCreationOptions',
    description:
      '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `PublicKeyCredential.parseCreationOptionsFromJSON` of browsers.',
  });

export const PasskeyRequestOptions = z
  .object({
    challenge,
    timeout,
    rpId: z.string().meta({ description: "The Portal's host." }),
    userVerification,
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description:
      '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `PublicKeyCredential.parseRequestOptionsFromJSON` of browsers. It names no credentials: the person chooses one.',
  });

const credentialExample = {
  id: 'mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0hJ2zXv0',
  rawId: 'mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0hJ2zXv0',
  type: 'public-key' as const,
  authenticatorAttachment: 'platform' as const,
  clientExtensionResults: {},
};
const challengeExample = 'MS44UXlUMG1KcjVjVzFvWDduQjRrRDlzTHhFYVBmR3VWaVJxWXRBMlpjMA';
const timeoutExample = lifetimes.passkeyChallengeMinutes * 60_000;

export const passkeyExample: z.input<typeof Passkey> = {
  id: '0199c1f2-3a5b-7c6d-8e7f-90a1b2c3d4e5',
  name: 'Laptop',
  createdAt: exampleWorld.createdAt,
  lastUsedAt: null,
  backedUp: true,
  transports: ['internal', 'hybrid'],
};

export const passkeyParamsExample = { id: passkeyExample.id };

export const newPasskeyExample: z.input<typeof newPasskey> = {
  name: passkeyExample.name,
  credential: {
    ...credentialExample,
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
      attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik',
      transports: passkeyExample.transports,
    },
  },
};

export const passkeyProofExample: z.input<typeof passkeyProof> = {
  credential: {
    ...credentialExample,
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAQ',
      signature: 'MEUCIQDxvT0mJr5cW1oX7nB4kD9sLxEaPfGuViRqYtA2Zc0hJwIgX7nB4kD9sLxEaPfGuViRqYtA2Zc0hJ2z',
      userHandle: 'AZnB8HweekKdUzsvahyOAQ',
    },
  },
};

export const passkeyCreationOptionsExample: z.input<typeof PasskeyCreationOptions> = {
  rp: { id: new URL(exampleWorld.portal).hostname, name: 'Patchbay' },
  user: {
    id: 'AZnB8HweekKdUzsvahyOAQ',
    name: exampleWorld.ada.email,
    displayName: exampleWorld.ada.name,
  },
  challenge: challengeExample,
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: timeoutExample,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
};

export const passkeyRequestOptionsExample: z.input<typeof PasskeyRequestOptions> = {
  challenge: challengeExample,
  timeout: timeoutExample,
  rpId: new URL(exampleWorld.portal).hostname,
  userVerification: 'required',
};
