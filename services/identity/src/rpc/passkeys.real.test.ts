import { createAuthenticator } from '@patchbay/testing/authenticator';
import { validate } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  callAsUser,
  newDomain,
  portalUrl,
  requestedToken,
  type SignedIn,
  sharedIdentity,
  signUpAndIn,
} from '../test-bed.fixture.ts';
import {
  assertion,
  confirmWith,
  creationOptions,
  newCredentialOf,
  registerPasskey,
  requestOptions,
} from './passkeys.fixture.ts';

const identity = await sharedIdentity();

const refused = { code: 'invalid', problems: [{ path: 'credential', message: expect.any(String) }] };

describe('passkeys', () => {
  let ada: SignedIn;
  beforeEach(async () => {
    ada = await signUpAndIn(identity);
  });

  const create = (credential: ReturnType<typeof newCredentialOf>, { person = ada, name = 'Laptop' } = {}) =>
    identity.passkeys.createPasskey({ name, credential }, callAsUser(person));
  const list = async (person = ada) =>
    (await identity.passkeys.listPasskeys({}, callAsUser(person))).passkeys;
  const remove = (passkeyId: string, person = ada) =>
    identity.passkeys.deletePasskey({ passkeyId }, callAsUser(person));
  const eventsAbout = async (person = ada) =>
    (await identity.eventsOf(person.user.id)).filter(({ action }) => action.startsWith('passkey.'));

  describe('registering', () => {
    it('the options ask for a discoverable passkey of this person that checks them, on the host of the Portal', async () => {
      const { authenticator } = await registerPasskey(identity, ada);
      await confirmWith(identity, ada, authenticator);
      expect(await creationOptions(identity, ada)).toMatchObject({
        rp: { id: 'portal.example', name: 'Patchbay' },
        user: {
          id: Buffer.from(ada.user.id.replaceAll('-', ''), 'hex').toString('base64url'),
          name: ada.user.email,
          displayName: ada.user.name,
        },
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: 300_000,
        excludeCredentials: [
          { id: authenticator.credentialId, type: 'public-key', transports: ['internal'] },
        ],
      });
    });

    it('a passkey is registered once, listed, and is in the trail of its person', async () => {
      const { passkey } = await registerPasskey(identity, ada);
      expect(passkey).toMatchObject({ name: 'Laptop', backedUp: false, transports: ['internal'] });
      expect(passkey.lastUsedAt).toBeUndefined();
      expect(validate(passkey.id)).toBe(true);
      expect(await list()).toEqual([passkey]);
      expect(await eventsAbout()).toMatchObject([
        {
          action: 'passkey.created',
          userId: ada.user.id,
          actor: { type: 'user', id: ada.user.id },
          target: { type: 'passkey', id: passkey.id, name: 'Laptop' },
        },
      ]);
    });

    it.each([
      ['of a page of another origin', { origin: 'https://evil.example' }],
      ['of another relying party', { rpId: 'evil.example' }],
      ['for which the person was not checked', { userVerified: false }],
    ])('a credential %s is refused', async (_, ceremony) => {
      const made = createAuthenticator(portalUrl).register(await creationOptions(identity, ada), ceremony);
      await expect(create(newCredentialOf(made))).rejects.toMatchObject(refused);
      expect(await list()).toEqual([]);
    });

    it.each([
      ['unreadable client data', { clientDataJson: 'bm90IEpTT04' }],
      ['client data without a challenge', { clientDataJson: Buffer.from('{}').toString('base64url') }],
      ['client data that are null', { clientDataJson: Buffer.from('null').toString('base64url') }],
      ['an unreadable attestation object', { attestationObject: '____' }],
      ['the id of another one', { id: 'AAAA' }],
    ])('a credential with %s is refused', async (_, broken) => {
      const made = createAuthenticator(portalUrl).register(await creationOptions(identity, ada));
      await expect(create({ ...newCredentialOf(made), ...broken })).rejects.toMatchObject(refused);
    });

    it('a challenge of somebody else, or of a sign-in, registers nothing', async () => {
      const eve = await signUpAndIn(identity);
      const authenticator = createAuthenticator(portalUrl);
      const options = await creationOptions(identity, ada);
      const made = newCredentialOf(authenticator.register(options));
      await expect(create(made, { person: eve })).rejects.toMatchObject(refused);
      const { challenge } = await requestOptions(identity);
      const other = newCredentialOf(authenticator.register({ ...options, challenge }));
      await expect(create(other)).rejects.toMatchObject(refused);
    });

    it('a challenge registers nothing after five minutes', async () => {
      const { authenticator } = await registerPasskey(identity, ada);
      await confirmWith(identity, ada, authenticator);
      const register = async () =>
        newCredentialOf(createAuthenticator(portalUrl).register(await creationOptions(identity, ada)));
      const [inTime, late] = [await register(), await register()];
      await identity.clock.jump(5 * 60_000 - 1);
      expect((await create(inTime)).passkey?.name).toBe('Laptop');
      await identity.clock.advance(1);
      await expect(create(late)).rejects.toMatchObject(refused);
    });

    it('of 50 registrations at once with one challenge exactly one succeeds', async () => {
      const { authenticator } = await registerPasskey(identity, ada);
      await confirmWith(identity, ada, authenticator);
      const options = await creationOptions(identity, ada);
      const settled = await Promise.allSettled(
        Array.from({ length: 50 }, () =>
          create(newCredentialOf(createAuthenticator(portalUrl).register(options))),
        ),
      );
      const refusals = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(refusals).toHaveLength(49);
      expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'invalid' })));
      expect(await list()).toHaveLength(2);
      expect(await eventsAbout()).toHaveLength(2);
    });

    it('a credential is registered once, by whomever', async () => {
      const { authenticator } = await registerPasskey(identity, ada);
      const eve = await signUpAndIn(identity);
      const again = authenticator.register(await creationOptions(identity, eve));
      await expect(create(newCredentialOf(again), { person: eve })).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await list(eve)).toEqual([]);
    });

    it('a person has 20 passkeys at most, also where two are registered at once', async () => {
      const { authenticator } = await registerPasskey(identity, ada);
      await confirmWith(identity, ada, authenticator);
      for (let count = 1; count < 18; count += 1) await registerPasskey(identity, ada);
      const three = await Promise.all(
        Array.from({ length: 3 }, async () =>
          newCredentialOf(createAuthenticator(portalUrl).register(await creationOptions(identity, ada))),
        ),
      );
      const settled = await Promise.allSettled(three.map((credential) => create(credential)));
      expect(settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toMatchObject([
        { code: 'conflict', publicText: expect.stringContaining('20 passkeys') },
      ]);
      expect(await list()).toHaveLength(20);
      await expect(creationOptions(identity, ada)).rejects.toMatchObject({ code: 'conflict' });
    });

    it('a passkey has a name', async () => {
      const made = createAuthenticator(portalUrl).register(await creationOptions(identity, ada));
      await expect(create(newCredentialOf(made), { name: ' ' })).rejects.toMatchObject({
        code: 'invalid',
        problems: [{ path: 'name' }],
      });
      expect((await create(newCredentialOf(made), { name: ' Phone ' })).passkey?.name).toBe('Phone');
    });
  });

  describe('a further passkey', () => {
    const unproven = {
      code: 'forbidden',
      reason: 'session_not_proven_by_passkey',
      publicText: expect.stringMatching(
        /^confirmation_required: Confirm this session with one of your passk/,
      ),
    };
    /** A session of Ada's address that whoever reads her mails has opened now. */
    const byMail = async (): Promise<SignedIn> => {
      const token = await requestedToken(identity, ada.user.email);
      const { sessionToken, session, user } = await identity.client.verifySignInLink({ token });
      if (session === undefined || user === undefined) throw new Error('no session');
      return { sessionToken, session, user };
    };
    const made = async (person: SignedIn) =>
      newCredentialOf(createAuthenticator(portalUrl).register(await creationOptions(identity, person)));

    it('whoever reads the mails of a person registers no passkey beside theirs', async () => {
      const thief = await byMail();
      const prepared = await made(thief);
      await registerPasskey(identity, ada);
      await expect(creationOptions(identity, thief)).rejects.toMatchObject(unproven);
      await expect(create(prepared, { person: thief })).rejects.toMatchObject(unproven);
      expect(await list()).toHaveLength(1);
      expect(await eventsAbout()).toHaveLength(1);
    });

    it('a session that registered the first passkey is asked for it too', async () => {
      await registerPasskey(identity, ada);
      await expect(creationOptions(identity, ada)).rejects.toMatchObject(unproven);
    });

    it('a session that a passkey has confirmed registers further ones for as long as it lives', async () => {
      const { authenticator } = await registerPasskey(identity, ada);
      await confirmWith(identity, ada, authenticator);
      await registerPasskey(identity, ada);
      await identity.clock.jump(6 * 24 * 3_600_000);
      await registerPasskey(identity, ada);
      expect(await list()).toHaveLength(3);
      await expect(creationOptions(identity, await byMail())).rejects.toMatchObject(unproven);
    });

    it('a session that a passkey has opened registers further ones', async () => {
      const { authenticator } = await registerPasskey(identity, ada);
      const signed = await assertion(identity, authenticator);
      const { opened } = await identity.passkeys.verifyPasskeySignIn({ assertion: signed });
      if (opened?.session === undefined || opened.user === undefined) throw new Error('no session');
      const session = { ...opened, session: opened.session, user: opened.user };
      await registerPasskey(identity, session);
      expect(await list()).toHaveLength(2);
    });

    it('a device that a session of a passkey approved has its method, and registers no further one', async () => {
      const { authenticator } = await registerPasskey(identity, ada);
      const signed = await assertion(identity, authenticator);
      const { opened: approving } = await identity.passkeys.verifyPasskeySignIn({ assertion: signed });
      if (approving?.session === undefined || approving.user === undefined) throw new Error('no session');
      const { deviceCode, userCode } = await identity.client.startDeviceAuthorization({});
      await identity.client.decideDeviceAuthorization(
        { userCode, approve: true },
        callAsUser({ user: approving.user, session: approving.session }),
      );
      const { outcome } = await identity.client.pollDeviceAuthorization({ deviceCode });
      if (outcome.case !== 'approved') throw new Error('not approved');
      const { sessionToken, session, user } = outcome.value;
      if (session === undefined || user === undefined) throw new Error('no session');
      expect(session.method).toBe('passkey');
      await expect(creationOptions(identity, { sessionToken, session, user })).rejects.toMatchObject(
        unproven,
      );
    });

    it('of two sessions that register the first passkey at once one succeeds', async () => {
      for (let round = 0; round < 5; round += 1) {
        ada = await signUpAndIn(identity);
        const sessions = [ada, await byMail()];
        const prepared = await Promise.all(
          sessions.map(async (person) => ({ person, credential: await made(person) })),
        );
        const settled = await Promise.allSettled(
          prepared.map(({ person, credential }) => create(credential, { person })),
        );
        expect(settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toMatchObject([
          unproven,
        ]);
        expect(await list()).toHaveLength(1);
      }
    });

    it('once a person has none, any session registers the first one again', async () => {
      const { passkey } = await registerPasskey(identity, ada);
      await remove(passkey.id);
      await registerPasskey(identity, await byMail());
      expect(await list()).toHaveLength(1);
    });
  });

  describe('renaming and deleting', () => {
    it('its person renames a passkey, and nobody else', async () => {
      const { passkey } = await registerPasskey(identity, ada);
      const eve = await signUpAndIn(identity);
      const rename = (person: SignedIn, passkeyId = passkey.id) =>
        identity.passkeys.updatePasskey({ passkeyId, name: ' Phone ' }, callAsUser(person));
      await expect(rename(eve)).rejects.toMatchObject({ code: 'not_found' });
      await expect(rename(ada, 'not-an-id')).rejects.toMatchObject({ code: 'not_found' });
      expect((await rename(ada)).passkey).toEqual({ ...passkey, name: 'Phone' });
      expect(await list()).toEqual([{ ...passkey, name: 'Phone' }]);
    });

    it('its person deletes a passkey, and nobody else; it signs nobody in any more', async () => {
      const { passkey, authenticator } = await registerPasskey(identity, ada);
      const eve = await signUpAndIn(identity);
      await expect(remove(passkey.id, eve)).rejects.toMatchObject({ code: 'not_found' });
      await expect(remove('not-an-id')).rejects.toMatchObject({ code: 'not_found' });
      await remove(passkey.id);
      expect(await list()).toEqual([]);
      await expect(remove(passkey.id)).rejects.toMatchObject({ code: 'not_found' });
      const signed = await assertion(identity, authenticator);
      await expect(identity.passkeys.verifyPasskeySignIn({ assertion: signed })).rejects.toMatchObject({
        code: 'unauthenticated',
      });
      expect((await eventsAbout()).map(({ action }) => action)).toEqual([
        'passkey.created',
        'passkey.deleted',
      ]);
    });
  });

  describe('in an organization that requires passkeys', () => {
    /** Two admins of one organization, which requires passkeys. */
    const twoAdmins = async () => {
      const domain = newDomain();
      const first = await signUpAndIn(identity, `ada@${domain}`);
      const token = await requestedToken(identity, `grace@${domain}`);
      const opened = await identity.client.verifySignInLink({ token });
      if (opened.session === undefined || opened.user === undefined) throw new Error('no session');
      const second = { sessionToken: opened.sessionToken, session: opened.session, user: opened.user };
      await identity.asOrganizationOwner(
        `update members set role = 'admin' where user_id in ('${first.user.id}', '${second.user.id}')`,
      );
      await identity.asOrganizationOwner(
        `update organizations set requires_passkey = true where domain = '${domain}'`,
      );
      return [first, second] as const;
    };
    const lastOne = { code: 'conflict', publicText: expect.stringContaining('Acme requires passkeys') };

    it('the last passkey of its admins cannot be deleted, and others can', async () => {
      const [first, second] = await twoAdmins();
      const one = await registerPasskey(identity, first);
      await expect(remove(one.passkey.id, first)).rejects.toMatchObject(lastOne);
      await confirmWith(identity, first, one.authenticator);
      const another = await registerPasskey(identity, first);
      await remove(one.passkey.id, first);
      await expect(remove(another.passkey.id, first)).rejects.toMatchObject(lastOne);
      await registerPasskey(identity, second);
      await remove(another.passkey.id, first);
    });

    it('of two admins who delete their last passkeys at once one keeps it', async () => {
      for (let round = 0; round < 5; round += 1) {
        const admins = await twoAdmins();
        const ids = await Promise.all(
          admins.map(async (admin) => (await registerPasskey(identity, admin)).passkey.id),
        );
        const settled = await Promise.allSettled(
          admins.map((admin, index) => remove(ids[index] ?? '', admin)),
        );
        expect(settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toMatchObject([
          lastOne,
        ]);
      }
    });
  });
});
