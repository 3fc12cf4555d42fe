import { describe, expect, it } from 'vitest';
import { newPasskeyExample, passkeyProofExample } from '../../schemas/passkey.ts';
import { bearer, cookie, portalOrigin, post, startGateway } from '../../testing/gateway.ts';
import {
  passkey,
  passkeyCreationOptions,
  passkeyRequestOptions,
  session,
  sessionToken,
  user,
} from '../../testing/values.ts';

const passkeys = '/v1/me/passkeys';
const verify = '/v1/auth/passkey/verify';
const confirm = '/v1/auth/session/confirm';

const presented = {
  id: passkey.id,
  name: 'Laptop',
  createdAt: '2026-11-15T09:30:00.000Z',
  lastUsedAt: null,
  backedUp: true,
  transports: ['internal'],
};

const { credential: made } = newPasskeyExample;
const { credential: used } = passkeyProofExample;

describe('registering a passkey', () => {
  it('the options are those of identity', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(`${passkeys}/options`, post(undefined, bearer));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(passkeyCreationOptions);
  });

  it('members of the options that the API does not document are left out', async () => {
    const options = { ...passkeyRequestOptions, extensions: { future: true } };
    const { fetch } = await startGateway({
      implementations: { passkeys: { startPasskeySignIn: () => ({ options }) } },
    });
    const response = await fetch('/v1/auth/passkey/options', post(undefined));
    expect(await response.json()).toEqual(passkeyRequestOptions);
  });

  it('a passkey is created from the credential of a browser', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(passkeys, post({ name: ' Phone ', credential: made }, bearer));
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ ...presented, name: 'Phone' });
    expect(calls.at(-1)).toMatchObject({
      method: 'createPasskey',
      request: {
        name: 'Phone',
        credential: {
          id: made.id,
          clientDataJson: made.response.clientDataJSON,
          attestationObject: made.response.attestationObject,
          transports: made.response.transports,
        },
      },
      call: { caller: { type: 'user', userId: user.id, sessionId: session.id } },
    });
  });

  it('passkeys are listed, renamed and deleted', async () => {
    const { fetch } = await startGateway();
    expect(await (await fetch(passkeys, { headers: bearer })).json()).toEqual({ passkeys: [presented] });
    const at = `${passkeys}/${passkey.id}`;
    const renamed = await fetch(at, { ...post({ name: 'Phone' }, bearer), method: 'PATCH' });
    expect(await renamed.json()).toEqual({ ...presented, name: 'Phone' });
    expect((await fetch(at, { method: 'DELETE', headers: bearer })).status).toBe(204);
    const unknown = `${passkeys}/0199c1f0-0000-7000-8000-000000000000`;
    expect((await fetch(unknown, { method: 'DELETE', headers: bearer })).status).toBe(404);
  });
});

describe('a credential in a body', () => {
  const tooLong = 'A'.repeat(2_100);
  const bodies: readonly (readonly [what: string, path: string, credential: unknown])[] = [
    ['null', verify, null],
    ['an id that is no base64url', verify, { ...used, id: 'a+b=' }],
    ['another type', verify, { ...used, type: 'password' }],
    ['a signature that is too long', verify, { ...used, response: { ...used.response, signature: tooLong } }],
    ['extensions that are no object', verify, { ...used, clientExtensionResults: [] }],
    ['a new credential', verify, made],
    ['a new credential', confirm, made],
    ['a used credential', passkeys, used],
    [
      'transports that are too many',
      passkeys,
      { ...made, response: { ...made.response, transports: Array(11).fill('usb') } },
    ],
    [
      'a transport with a character that no database takes',
      passkeys,
      { ...made, response: { ...made.response, transports: ['usb\u0000'] } },
    ],
    ['an empty attestation', passkeys, { ...made, response: { ...made.response, attestationObject: '' } }],
  ];

  it.each(bodies)('%s is a 400 of %s, and identity is not asked', async (_, path, credential) => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(path, post({ ...(path === passkeys && { name: 'x' }), credential }, bearer));
    expect(response.status).toBe(400);
    expect(calls.filter(({ method }) => method !== 'authenticate')).toEqual([]);
  });

  it('what browsers send besides is accepted: extensions, an attachment or a handle that is null', async () => {
    const { fetch } = await startGateway();
    const credential = {
      ...used,
      authenticatorAttachment: null,
      clientExtensionResults: { credProps: { rk: true }, future: [1] },
      response: { ...used.response, userHandle: null },
    };
    expect((await fetch(verify, post({ credential }))).status).toBe(200);
  });
});

describe('signing in with a passkey', () => {
  it('the answer is that of a sign-in with a link, with the cookie of the session', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(verify, post({ credential: used }, { ...cookie, origin: portalOrigin }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      token: sessionToken,
      expiresAt: expect.any(String),
      user,
      callbackURL: 'http://portal.test/',
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringContaining(`patchbay_session=${sessionToken};`),
    ]);
    expect(calls.at(-1)).toMatchObject({
      method: 'verifyPasskeySignIn',
      request: {
        browserSessionToken: sessionToken,
        assertion: { credentialId: used.id, userHandle: used.response.userHandle },
      },
    });
  });

  it('a refused passkey is a 401 that counts as a wrong credential', async () => {
    const { fetch } = await startGateway({
      limits: { failedCredentialPerAddress: { limit: 2, windowSeconds: 60 } },
    });
    const wrong = { credential: { ...used, id: 'AAAA', rawId: 'AAAA' } };
    for (const status of [401, 401]) {
      const response = await fetch(verify, post(wrong));
      expect(response.status).toBe(status);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(429);
  });

  it('requests with passkeys from one address are limited together', async () => {
    const { fetch } = await startGateway({ limits: { passkeyPerAddress: { limit: 3, windowSeconds: 60 } } });
    expect((await fetch('/v1/auth/passkey/options', post(undefined))).status).toBe(200);
    expect((await fetch(verify, post({ credential: used }))).status).toBe(200);
    expect((await fetch(confirm, post({ credential: used }, bearer))).status).toBe(200);
    expect((await fetch(`${passkeys}/options`, post(undefined, bearer))).status).toBe(429);
  });
});

describe('confirming a session', () => {
  it('the answer is the session as it is now, with its person', async () => {
    const { fetch } = await startGateway();
    const response = await fetch(confirm, post({ credential: used }, bearer));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      session: { id: session.id, method: 'link', current: true },
      user,
    });
  });

  it('a passkey that does not confirm is a 403, and the session goes on', async () => {
    const { fetch } = await startGateway();
    const wrong = { credential: { ...used, id: 'AAAA', rawId: 'AAAA' } };
    expect((await fetch(confirm, post(wrong, bearer))).status).toBe(403);
    expect((await fetch('/v1/me', { headers: bearer })).status).toBe(200);
  });
});
