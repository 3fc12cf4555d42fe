import { callAs } from '@patchbay/rpc/client';
import { anonymousContext } from '@patchbay/testing/callers';
import { describe, expect, it } from 'vitest';
import {
  anonymously,
  authenticate,
  newDomain,
  portalUrl,
  requestedToken,
  signUpAndIn,
  signUpOf,
} from '../test-bed.fixture.ts';
import { newAccount, sharedWithProviders, signedInOf } from './provider-sign-in.fixture.ts';

const bed = await sharedWithProviders();

const domainOf = (email: string) => email.slice(email.indexOf('@') + 1);

describe('a person who signs in with a provider', () => {
  const identitiesOf = async (userId: string) => {
    const { rows } = await bed.identity.db.pool.query<{ issuer: string; subject: string }>(
      'select issuer, subject from provider_identities where user_id = $1 order by issuer',
      [userId],
    );
    return rows;
  };
  const usersOf = async (email: string) =>
    (await bed.identity.db.pool.query('select from users where email = $1', [email])).rows.length;
  /** The cookie of a browser that signs up. */
  const signUp = async (email: string) => {
    const request = { ...signUpOf(email), provider: 'google' };
    const { signUpProof } = await bed.identity.client.signUp(request, anonymously());
    return { signUpProof };
  };

  it.each([
    ['google', { email_verified: true }],
    ['microsoft', { xms_edov: true }],
  ] as const)(
    'a person who signs in with %s after a sign-up gets the organization and a session',
    async (provider, vouched) => {
      const email = `ada@${newDomain()}`;
      const browser = await signUp(email);
      const account = newAccount({ email, name: 'Countess', ...vouched });
      const context = anonymousContext();
      const returned = await bed.visitProvider(provider, account, {
        ...browser,
        callbackUrl: 'https://portal.example/reports?month=5',
      });
      const landing = await bed.identity.client.completeProviderSignIn(returned, callAs(context));
      expect(landing.callbackUrl).toBe('https://portal.example/reports?month=5');
      const { sessionToken, session, user } = signedInOf(landing);
      expect(user).toMatchObject({ email, name: 'Ada Lovelace', emailVerified: true });
      expect(session).toMatchObject({ ipAddress: context.ipAddress, userAgent: context.userAgent });
      expect((await authenticate(bed.identity, sessionToken)).user?.id).toBe(user.id);

      const { rows } = await bed.identity.organizationDb.pool.query(
        'select role from members where user_id = $1',
        [user.id],
      );
      expect(rows).toEqual([{ role: 'admin' }]);
      expect(await bed.identity.eventsOf(user.id)).toMatchObject([
        {
          action: 'user.signed_in',
          actor: { type: 'user', id: user.id, email },
          metadata: { sessionId: session.id, method: provider },
          ipAddress: context.ipAddress,
        },
      ]);
    },
  );

  it('an identity is stored by the issuer and the subject of the token', async () => {
    const domain = newDomain();
    const browser = await signUp(`ada@${domain}`);
    const account = newAccount({ email: `ada@${domain}`, xms_edov: '1' });
    const { user } = signedInOf(await bed.signIn('microsoft', account, browser));
    const issuer = bed.microsoft.issuer.replace('common', account.tid ?? '');
    expect(await identitiesOf(user.id)).toEqual([{ issuer, subject: account.sub }]);
  });

  it('a person who signs in with a provider lands in the Portal if no other page was named', async () => {
    const { user } = await signUpAndIn(bed.identity);
    const account = newAccount({ email: user.email, email_verified: true });
    expect((await bed.signIn('google', account)).callbackUrl).toBe(portalUrl);
  });

  it("a person of an organization's domain gets in, with the name that the provider has", async () => {
    const domain = newDomain();
    await signUpAndIn(bed.identity, `ada@${domain}`);
    const account = newAccount({
      email: `Grace@${domain}`,
      email_verified: true,
      name: ' Grace\u0007 Hopper ',
    });
    const { user } = signedInOf(await bed.signIn('google', account));
    expect(user).toMatchObject({ email: `grace@${domain}`, name: 'Grace  Hopper' });
    const unnamed = newAccount({ email: `jean.bartik@${domain}`, email_verified: true });
    expect(signedInOf(await bed.signIn('google', unnamed)).user.name).toBe('jean.bartik');
  });

  it("a user has the provider's current picture, and keeps the last one", async () => {
    const { user } = await signUpAndIn(bed.identity);
    const account = newAccount({ email: user.email, email_verified: true });
    const imageAfter = async (picture?: string) =>
      signedInOf(await bed.signIn('google', { ...account, ...(picture !== undefined && { picture }) })).user
        .image;
    expect(await imageAfter()).toBeUndefined();
    expect(await imageAfter('https://people.example/1.png')).toBe('https://people.example/1.png');
    expect(await imageAfter('https://people.example/2.png')).toBe('https://people.example/2.png');
    expect(await imageAfter('http://people.example/3.png')).toBe('https://people.example/2.png');
  });

  it("a provider's verified address signs in the user who has it, whichever the provider", async () => {
    const { user } = await signUpAndIn(bed.identity);
    const account = newAccount({ email: user.email, email_verified: true, name: 'Somebody else' });
    for (const provider of ['google', 'microsoft'] as const) {
      expect(signedInOf(await bed.signIn(provider, account)).user).toEqual(user);
    }
    expect(await identitiesOf(user.id)).toHaveLength(2);
  });

  it('an identity stays with its user under another address, an unverified one, or none', async () => {
    const { user } = await signUpAndIn(bed.identity);
    const account = newAccount({ email: user.email, email_verified: true });
    await bed.signIn('google', account);
    const changed = [
      { ...account, email: 'ada@another.example', hd: 'another.example' },
      { ...account, email_verified: false },
      { sub: account.sub },
    ];
    for (const now of changed) expect(signedInOf(await bed.signIn('google', now)).user).toEqual(user);
  });

  it('an identity does not sign in the user of an address that it got later', async () => {
    const [ada, grace] = [await signUpAndIn(bed.identity), await signUpAndIn(bed.identity)];
    const account = newAccount({ email: ada.user.email, email_verified: true });
    await bed.signIn('google', account);
    const { user } = signedInOf(
      await bed.signIn('google', { ...account, email: grace.user.email, hd: domainOf(grace.user.email) }),
    );
    expect(user.id).toBe(ada.user.id);
  });

  describe('an address that Google verified and whose domain does not run the account', () => {
    /** As Google sends it: the claim is left out. */
    const withoutHd = (email: string) => {
      const { hd: _, ...account } = newAccount({ email, email_verified: true });
      return account;
    };
    const roleIn = async (email: string) => {
      const { rows } = await bed.identity.organizationDb.pool.query<{ role: string }>(
        'select m.role from members m join people p using (user_id) where p.email = $1',
        [email],
      );
      return rows[0]?.role;
    };

    it('a sign-up for Google counts by its mailed link alone', async () => {
      const email = `ada@${newDomain()}`;
      const browser = await signUp(email);
      const landing = await bed.signIn('google', withoutHd(email), browser);
      expect(landing.outcome).toEqual({ case: 'error', value: 'email_unverified' });
      const token = await requestedToken(bed.identity, email);
      await bed.identity.client.verifySignInLink({ token }, anonymously());
      expect(await roleIn(email)).toBe('admin');
    });
  });

  it('a person who is not invited does not get in, and nothing is stored', async () => {
    const email = `ada@${newDomain()}`;
    const landing = await bed.signIn('google', newAccount({ email, email_verified: true }));
    expect(landing.outcome).toEqual({ case: 'error', value: 'not_invited' });
    expect(await usersOf(email)).toBe(0);
  });

  it('concurrent first sign-ins with a provider create one user with one identity, and a session each', async () => {
    const email = `ada@${newDomain()}`;
    const browser = await signUp(email);
    const account = newAccount({ email, email_verified: true });
    const returned = await Promise.all(
      Array.from({ length: 8 }, () => bed.visitProvider('google', account, browser)),
    );
    const landings = await Promise.all(returned.map(bed.complete));
    const ids = new Set(landings.map((landing) => signedInOf(landing).user.id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    expect(await usersOf(email)).toBe(1);
    expect(await identitiesOf(id)).toHaveLength(1);
    const { rows } = await bed.identity.db.pool.query('select from sessions where user_id = $1', [id]);
    expect(rows).toHaveLength(8);
  });
});
