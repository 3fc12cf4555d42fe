import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  anonymously,
  callAsUser,
  newDomain,
  requestedToken,
  type SignedIn,
  signUpAndIn,
  signUpOf,
  tokenIn,
} from '../test-bed.fixture.ts';
import { newAccount, sharedWithProviders, signedInOf } from './provider-sign-in.fixture.ts';

const bed = await sharedWithProviders();

/** One that no organization has. */
const newSlug = () => `slug-${v7()}`;

/** A sign-in that no session comes from. */
const refused = 'refused';
type Outcome = SignedIn | typeof refused;

describe('a sign-up that another person made with the address', () => {
  const signUp = (email: string, provider: string, organizationName = 'Of the attacker') =>
    bed.identity.client.signUp(
      { ...signUpOf(email, 'Mallory'), organizationName, organizationSlug: newSlug(), provider },
      anonymously(),
    );
  const verify = async (token: string, { client } = bed.identity) => {
    const { sessionToken, session, user } = await client.verifySignInLink({ token }, anonymously());
    if (session === undefined || user === undefined) throw new Error('no session');
    return { sessionToken, session, user };
  };

  const organizationsOf = async (domain: string) => {
    const text = 'select slug, name from organizations where domain = $1';
    return (await bed.identity.organizationDb.pool.query<{ name: string }>(text, [domain])).rows;
  };
  const rolesOf = async (userId: string) => {
    const text = 'select role from members where user_id = $1';
    return (await bed.identity.organizationDb.pool.query<{ role: string }>(text, [userId])).rows;
  };
  const isParked = async (email: string) => {
    const text = 'select from parked_sign_ups where email = $1';
    return (await bed.identity.organizationDb.pool.query(text, [email])).rows.length === 1;
  };
  /** A pending invitation of the address into an organization of somebody else. */
  const invite = async (email: string) => {
    const { user } = await signUpAndIn(bed.identity);
    await bed.identity.organizationDb.pool.query(
      `insert into invitations
         (id, organization_id, email, role, inviter_id, token_digest, sealed_token, expires_at)
       select gen_random_uuid(), organization_id, $1, 'viewer', user_id, sha256(user_id::text::bytea), '', now() + interval '1 day'
       from members where user_id = $2`,
      [email, user.id],
    );
  };

  /** What the victim has besides; each prepares it for the address. */
  const victims: Record<string, (email: string) => Promise<unknown>> = {
    'has an account': async (email) => {
      const { user } = await signUpAndIn(bed.identity, email);
      // Without the organization that the account was created with, the domain is free for the attacker's.
      const { pool } = bed.identity.organizationDb;
      await pool.query('update organizations set domain = null where domain = $1', [email.split('@')[1]]);
      return user;
    },
    'is invited': invite,
  };

  const byLink = async (email: string): Promise<Outcome> => verify(await requestedToken(bed.identity, email));
  const byGoogle = async (email: string): Promise<Outcome> => {
    const landing = await bed.signIn('google', newAccount({ email, email_verified: true, name: 'Victim' }));
    return landing.outcome.case === 'error' ? refused : signedInOf(landing);
  };
  const byDevice = async (email: string): Promise<Outcome> => {
    const { client } = bed.identity;
    const approver = await byLink(email);
    if (approver === refused) return refused;
    const { deviceCode, userCode } = await client.startDeviceAuthorization({}, anonymously());
    await client.decideDeviceAuthorization({ userCode, approve: true }, callAsUser(approver));
    const { outcome } = await client.pollDeviceAuthorization({ deviceCode }, anonymously());
    if (outcome.case !== 'approved') return refused;
    const { sessionToken, session, user } = outcome.value;
    if (session === undefined || user === undefined) throw new Error('no session');
    return { sessionToken, session, user };
  };
  const ways = { link: byLink, Google: byGoogle, 'a device': byDevice };

  describe.each(Object.entries(victims))('of a person who %s', (_, prepare) => {
    it.each(Object.entries(ways))(
      'a sign-up of another person creates nothing when the person signs in by %s',
      async (_way, signIn) => {
        const domain = newDomain();
        const email = `victim@${domain}`;
        await prepare(email);
        await signUp(email, 'google');
        const signedIn = await signIn(email);
        expect(signedIn).toMatchObject({ user: { email } });
        expect(signedIn).not.toMatchObject({ user: { name: 'Mallory' } });
        expect(await organizationsOf(domain)).toEqual([]);
        expect(await isParked(email)).toBe(true);
      },
    );
  });

  it('a sign-up alone does not let a person in by another way, and creates nothing', async () => {
    const domain = newDomain();
    const email = `victim@${domain}`;
    await signUp(email, 'google');
    expect(await byGoogle(email)).toBe(refused);
    const { rows } = await bed.identity.db.pool.query('select from users where email = $1', [email]);
    expect(rows).toEqual([]);
    expect(await organizationsOf(domain)).toEqual([]);
    expect(await isParked(email)).toBe(true);
  });

  it('a link requested by a person with nothing but a sign-up completes that sign-up, and its mail says so', async () => {
    const domain = newDomain();
    const email = `victim@${domain}`;
    await signUp(email, 'google', 'Evil & Sons');
    await bed.identity.client.requestSignInLink({ email }, anonymously());
    const mail = await bed.identity.nextMailTo(email);
    expect(mail.subject).toBe('Finish signing up for Patchbay');
    expect(mail.text).toContain('It creates the organization “Evil & Sons”');
    expect(await organizationsOf(domain)).toEqual([]);
    // Who reads the mailbox and wants that may have it: it is the honest person's way too.
    const { user } = await verify(tokenIn(mail));
    expect(user.name).toBe('Mallory');
    expect(await organizationsOf(domain)).toMatchObject([{ name: 'Evil & Sons' }]);
    expect(await rolesOf(user.id)).toEqual([{ role: 'admin' }]);
  });

  it('a sign-up does not take a domain while people sign in from it by other ways', async () => {
    const domain = newDomain();
    await signUp(`victim@${domain}`, 'magic-link');
    const { user: founder } = await signUpAndIn(bed.identity, `ada@${domain}`);
    const signedIn = await byGoogle(`victim@${domain}`);
    if (signedIn === refused) throw new Error('the domain lets the victim in');
    expect(await rolesOf(signedIn.user.id)).toEqual([{ role: 'member' }]);
    expect(await rolesOf(founder.id)).toEqual([{ role: 'admin' }]);
    expect(await organizationsOf(domain)).toMatchObject([{ name: 'Acme' }]);
  });

  it('a sign-up does not name a person who signs in by another way', async () => {
    const email = `victim@${newDomain()}`;
    await invite(email);
    await signUp(email, 'google');
    const signedIn = await byLink(email);
    expect(signedIn).toMatchObject({ user: { name: 'victim' } });
  });
});

describe('a sign-up that was replaced', () => {
  const signUp = async (email: string, provider: string, organizationName = 'Acme') => {
    const request = { ...signUpOf(email), organizationName, organizationSlug: newSlug(), provider };
    const { signUpProof } = await bed.identity.client.signUp(request, anonymously());
    return { signUpProof };
  };
  const verify = (token: string) => bed.identity.client.verifySignInLink({ token }, anonymously());
  const mailedToken = async (email: string) => tokenIn(await bed.identity.nextMailTo(email));
  const organizationsOf = async (domain: string) => {
    const text = 'select name from organizations where domain = $1';
    return (await bed.identity.organizationDb.pool.query<{ name: string }>(text, [domain])).rows;
  };
  const google = (email: string) => newAccount({ email, email_verified: true });
  const unusable = { code: 'unauthenticated' };

  it.each(['magic-link', 'google'])(
    'a sign-up that a newer one by %s has replaced creates nothing, and its link does not create the newer one',
    async (newer) => {
      const domain = newDomain();
      const email = `ada@${domain}`;
      await signUp(email, 'magic-link', 'Older');
      const older = await mailedToken(email);
      await signUp(email, newer, 'Newer');
      await expect(verify(older)).rejects.toMatchObject(unusable);
      expect(await organizationsOf(domain)).toEqual([]);
    },
  );

  it('a link that outlived its sign-up creates nothing', async () => {
    const domain = newDomain();
    const email = `ada@${domain}`;
    await signUp(email, 'magic-link', 'Older');
    const older = await mailedToken(email);
    // As if the process had died after organization had parked the newer one.
    const { pool } = bed.identity.organizationDb;
    await pool.query('update parked_sign_ups set id = gen_random_uuid() where email = $1', [email]);
    await expect(verify(older)).rejects.toMatchObject(unusable);
    const { rows } = await bed.identity.db.pool.query('select from users where email = $1', [email]);
    expect(rows).toEqual([]);
    expect(await organizationsOf(domain)).toEqual([]);
  });

  it('a sign-up that was replaced creates nothing at a provider', async () => {
    const domain = newDomain();
    const email = `ada@${domain}`;
    const browser = await signUp(email, 'google', 'Older');
    await signUp(email, 'google', 'Newer');
    const landing = await bed.signIn('google', google(email), browser);
    expect(landing).toMatchObject({ outcome: { value: 'not_invited' }, signUpProofSpent: false });
    expect(await organizationsOf(domain)).toEqual([]);
  });

  it.each([
    ['another browser', async () => ({ signUpProof: '' })],
    ['one whose cookie is forged', async () => ({ signUpProof: 'key.forged' })],
    ['the one of another sign-up', async () => signUp(`eve@${newDomain()}`, 'google')],
  ])('a sign-up at a provider counts in the browser that made it, not in %s', async (_, other) => {
    const domain = newDomain();
    const email = `ada@${domain}`;
    const browser = await signUp(email, 'google');
    const elsewhere = await bed.signIn('google', google(email), await other());
    expect(elsewhere.outcome).toEqual({ case: 'error', value: 'not_invited' });
    const landing = await bed.signIn('microsoft', google(email), browser);
    expect(landing.signUpProofSpent).toBe(true);
    expect(signedInOf(landing).user).toMatchObject({ email, name: 'Ada Lovelace' });
    expect(await organizationsOf(domain)).toEqual([{ name: 'Acme' }]);
  });

  it('a sign-up counts for its own address only, also if the identity was linked under another', async () => {
    const { user } = await signUpAndIn(bed.identity);
    const account = google(user.email);
    await bed.signIn('google', account);
    const domain = newDomain();
    const browser = await signUp(`ada@${domain}`, 'google');
    const landing = await bed.signIn('google', { ...account, email: `ada@${domain}`, hd: domain }, browser);
    expect(signedInOf(landing).user.id).toBe(user.id);
    expect(landing.signUpProofSpent).toBe(false);
    expect(await organizationsOf(domain)).toEqual([]);
  });

  it('links of a sign-up and of a sign-in do not replace each other', async () => {
    const { user } = await signUpAndIn(bed.identity);
    const domain = user.email.split('@')[1] ?? '';
    const { pool } = bed.identity.organizationDb;
    await pool.query('update organizations set domain = null where domain = $1', [domain]);
    await signUp(user.email, 'magic-link', 'Second');
    const ofSignUp = await mailedToken(user.email);
    await bed.identity.client.requestSignInLink({ email: user.email }, anonymously());
    const ofSignIn = await mailedToken(user.email);
    await verify(ofSignIn);
    expect(await organizationsOf(domain)).toEqual([]);
    await verify(ofSignUp);
    expect(await organizationsOf(domain)).toEqual([{ name: 'Second' }]);
  });
});
