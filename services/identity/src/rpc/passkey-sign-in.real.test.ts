import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { createAuthenticator } from '@patchbay/testing/authenticator';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anonymously,
  authenticate,
  callAsUser,
  isLive,
  portalUrl,
  type SignedIn,
  sharedIdentity,
  signUpAndIn,
} from '../test-bed.fixture.ts';
import {
  assertion,
  assertionOf,
  creationOptions,
  registerPasskey,
  requestOptions,
} from './passkeys.fixture.ts';

const identity = await sharedIdentity();

type Signed = ReturnType<typeof assertionOf>;
type Registered = Awaited<ReturnType<typeof registerPasskey>>;

const refused = {
  code: 'unauthenticated',
  reason: 'passkey_unusable',
  publicText: 'This passkey does not sign you in. Try again, or sign in another way.',
};

describe('with a passkey', () => {
  let ada: SignedIn;
  let own: Registered;
  /** What the first passkey of Ada was made with. */
  let registration: Awaited<ReturnType<typeof creationOptions>>;
  beforeEach(async () => {
    ada = await signUpAndIn(identity);
    registration = await creationOptions(identity, ada);
    own = await registerPasskey(identity, ada);
  });

  const signIn = (signed: Signed, browserSessionToken = '') =>
    identity.passkeys.verifyPasskeySignIn({ assertion: signed, browserSessionToken }, anonymously());
  const confirm = (signed: Signed, person = ada) =>
    identity.passkeys.confirmSession({ assertion: signed }, callAsUser(person));
  const list = async (person = ada) =>
    (await identity.passkeys.listPasskeys({}, callAsUser(person))).passkeys;
  const sessionsOf = async (person = ada) =>
    (await identity.client.listSessions({}, callAsUser(person))).sessions;
  const lastEvent = async () => (await identity.eventsOf(ada.user.id)).at(-1);
  /** Signed by a key that nobody has registered, for the credential of Ada. */
  const forged = async () => {
    const thief = createAuthenticator(portalUrl);
    thief.register(registration);
    return { ...(await assertion(identity, thief)), credentialId: own.authenticator.credentialId };
  };

  /** Everything that is wrong about an assertion, as the sign-in and the confirmation must refuse it. */
  const wrong: readonly (readonly [what: string, make: () => Promise<Signed>])[] = [
    ['of an unknown passkey', () => assertion(identity, createAuthenticator(portalUrl))],
    [
      'of a page of another origin',
      () => assertion(identity, own.authenticator, { origin: 'https://evil.example' }),
    ],
    ['of another relying party', () => assertion(identity, own.authenticator, { rpId: 'evil.example' })],
    [
      'for which the person was not checked',
      () => assertion(identity, own.authenticator, { userVerified: false }),
    ],
    [
      'with the handle of somebody else',
      () => assertion(identity, own.authenticator, { userHandle: 'AAAA' }),
    ],
    ['with a forged signature', forged],
    [
      'with a challenge of a registration',
      async () =>
        assertionOf(own.authenticator.sign(await creationOptions(identity, await signUpAndIn(identity)))),
    ],
    [
      'with a challenge that nobody has sealed',
      async () =>
        assertionOf(own.authenticator.sign({ challenge: Buffer.from('1.AAAA').toString('base64url') })),
    ],
    [
      'without readable client data',
      async () => ({ ...(await assertion(identity, own.authenticator)), clientDataJson: '____' }),
    ],
    [
      'without readable authenticator data',
      async () => ({ ...(await assertion(identity, own.authenticator)), authenticatorData: 'AAAA' }),
    ],
  ];

  describe('signing in', () => {
    it('the options name no credential and are for the host of the Portal', async () => {
      expect(await requestOptions(identity)).toEqual({
        challenge: expect.any(String),
        rpId: 'portal.example',
        timeout: 300_000,
        userVerification: 'required',
      });
    });

    it('a passkey opens a session of its person, and the trail says how', async () => {
      const { opened, callbackUrl } = await signIn(await assertion(identity, own.authenticator));
      expect(callbackUrl).toBe(portalUrl);
      expect(opened).toMatchObject({ user: ada.user, session: { method: 'passkey' } });
      const live = await authenticate(identity, opened?.sessionToken ?? '');
      expect(live).toMatchObject({ user: ada.user, session: { method: 'passkey' } });
      expect(await lastEvent()).toMatchObject({
        action: 'user.signed_in',
        metadata: { method: 'passkey', sessionId: opened?.session?.id },
        actor: { type: 'user', id: ada.user.id },
      });
      const [used] = await list();
      expect(used?.lastUsedAt).toBeDefined();
      expect(used).toMatchObject({ id: own.passkey.id });
    });

    it('the session that the browser carried ends', async () => {
      await signIn(await assertion(identity, own.authenticator), ada.sessionToken);
      expect(await isLive(identity, ada)).toBe(false);
    });

    it('the session does not prove the address', async () => {
      const { opened } = await signIn(await assertion(identity, own.authenticator));
      const { rows } = await identity.db.pool.query('select proves_address from sessions where id = $1', [
        opened?.session?.id,
      ]);
      expect(rows).toEqual([{ proves_address: false }]);
    });

    it.each(wrong)('an assertion %s is refused, without saying why', async (_, make) => {
      await expect(signIn(await make())).rejects.toMatchObject(refused);
      expect(await sessionsOf()).toHaveLength(1);
      expect(await list()).toHaveLength(1);
    });

    it('a challenge signs nobody in after five minutes', async () => {
      const [inTime, late] = [
        await assertion(identity, own.authenticator),
        await assertion(identity, own.authenticator),
      ];
      await identity.clock.jump(5 * 60_000 - 1);
      expect((await signIn(inTime)).opened?.user).toEqual(ada.user);
      await identity.clock.advance(1);
      await expect(signIn(late)).rejects.toMatchObject(refused);
    });

    it('of 50 sign-ins at once with one challenge exactly one succeeds', async () => {
      const signed = await assertion(identity, own.authenticator);
      const settled = await Promise.allSettled(Array.from({ length: 50 }, () => signIn(signed)));
      const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(refusals).toHaveLength(49);
      expect(refusals).toEqual(refusals.map(() => expect.objectContaining(refused)));
      expect(await sessionsOf()).toHaveLength(2);
    });

    it('a challenge can be used again where organization could not be reached', async () => {
      const another = await identity.startAnother('unreachable');
      const signed = await assertion(identity, own.authenticator);
      try {
        await expect(
          another.passkeys.verifyPasskeySignIn({ assertion: signed }, anonymously()),
        ).rejects.toMatchObject({ code: 'unavailable' });
      } finally {
        await another.stop();
      }
      expect((await signIn(signed)).opened?.user).toEqual(ada.user);
    });
  });

  describe('a sign counter that goes back', () => {
    const suspended = async (count: number, received: number) => {
      expect(await list()).toEqual([]);
      expect(await lastEvent()).toMatchObject({
        action: 'passkey.suspended',
        userId: ada.user.id,
        actor: { type: 'system' },
        target: { type: 'passkey', id: own.passkey.id, name: 'Laptop' },
        metadata: { counter: count, received },
      });
    };

    it.each([4, 5])('%d after 5 ends the passkey and refuses the sign-in', async (counter) => {
      await signIn(await assertion(identity, own.authenticator, { counter: 5 }));
      const before = await sessionsOf();
      await expect(signIn(await assertion(identity, own.authenticator, { counter }))).rejects.toMatchObject(
        refused,
      );
      expect(await sessionsOf()).toEqual(before);
      await suspended(5, counter);
      await expect(
        signIn(await assertion(identity, own.authenticator, { counter: 9 })),
      ).rejects.toMatchObject(refused);
    });

    it('ends the passkey also where it confirms a session', async () => {
      await confirm(await assertion(identity, own.authenticator, { counter: 5 }));
      await expect(
        confirm(await assertion(identity, own.authenticator, { counter: 2 })),
      ).rejects.toMatchObject({ code: 'forbidden' });
      await suspended(5, 2);
    });

    it('ends nothing where the signature is forged', async () => {
      await signIn(await assertion(identity, own.authenticator, { counter: 5 }));
      const signed = await forged();
      await expect(signIn(signed)).rejects.toMatchObject(refused);
      expect(await list()).toHaveLength(1);
    });

    it('of an authenticator that does not count stays at 0', async () => {
      const grace = await signUpAndIn(identity);
      const { authenticator } = await registerPasskey(identity, grace, { counter: 0 });
      await signIn(await assertion(identity, authenticator, { counter: 0 }));
      await signIn(await assertion(identity, authenticator, { counter: 0 }));
      expect(await list(grace)).toHaveLength(1);
    });
  });

  describe('confirming a session', () => {
    const notConfirmed = { code: 'forbidden', reason: 'passkey_unusable' };
    const makeStale = () => identity.clock.jump(3_600_000);

    it('the session is fresh, its method stays, and no other session changes', async () => {
      const { opened } = await signIn(await assertion(identity, own.authenticator));
      await makeStale();
      const { session } = await confirm(await assertion(identity, own.authenticator));
      expect(session).toMatchObject({ id: ada.session.id, method: 'link' });
      expect(session?.authenticatedAt).toEqual(timestampFromDate(identity.clock.now()));
      expect((await sessionsOf()).find(({ id }) => id === ada.session.id)).toEqual(session);
      expect((await sessionsOf()).find(({ id }) => id === opened?.session?.id)?.authenticatedAt).toEqual(
        opened?.session?.authenticatedAt,
      );
    });

    it.each(wrong)('an assertion %s is refused, without saying why', async (_, make) => {
      await makeStale();
      const before = await sessionsOf();
      await expect(confirm(await make())).rejects.toMatchObject(notConfirmed);
      expect(await sessionsOf()).toEqual(before);
    });

    it('a passkey of somebody else is refused, and their challenge is not spent', async () => {
      const eve = await signUpAndIn(identity);
      const signed = await assertion(identity, own.authenticator);
      await expect(confirm(signed, eve)).rejects.toMatchObject(notConfirmed);
      expect((await confirm(signed)).session?.id).toBe(ada.session.id);
    });

    it('a challenge works once, for a sign-in or for a confirmation', async () => {
      const signed = await assertion(identity, own.authenticator);
      await signIn(signed);
      await expect(confirm(signed)).rejects.toMatchObject(notConfirmed);
      const another = await assertion(identity, own.authenticator);
      await confirm(another);
      await expect(signIn(another)).rejects.toMatchObject(refused);
    });

    it('a session that has ended is not confirmed', async () => {
      const signed = await assertion(identity, own.authenticator);
      await identity.client.signOut({}, callAsUser(ada));
      await expect(confirm(signed)).rejects.toMatchObject(notConfirmed);
    });
  });
});
