import type { OidcAccount } from '@patchbay/testing/oidc';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { ProviderName } from '../domain/provider-identity.ts';
import {
  anonymously,
  callAsUser,
  newDomain,
  requestedToken,
  type SignedIn,
  signUpAndIn,
  signUpOf,
  signUpToken,
} from '../test-bed.fixture.ts';
import { newAccount, sharedWithProviders, signedInOf } from './provider-sign-in.fixture.ts';

const bed = await sharedWithProviders();

type Session = Pick<SignedIn, 'session' | 'user'>;

describe('a person whose domain an organization has', () => {
  const opened = ({ session, user }: { [Part in keyof Session]?: Session[Part] | undefined }): Session => {
    if (session === undefined || user === undefined) throw new Error('no session');
    return { session, user };
  };
  const useLink = async (token: string): Promise<Session> =>
    opened(await bed.identity.client.verifySignInLink({ token }, anonymously()));
  const byLink = async (email: string) => useLink(await requestedToken(bed.identity, email));
  const by =
    (provider: ProviderName, claims: Omit<OidcAccount, 'sub'>) =>
    async (email: string): Promise<Session> =>
      signedInOf(await bed.signIn(provider, newAccount({ email, ...claims })));
  /** By an account that was linked to the user when it vouched for the address. */
  const byLinked =
    (provider: ProviderName, claims: Omit<OidcAccount, 'sub'>) =>
    async (email: string): Promise<Session> => {
      const account = newAccount({ email, ...claims });
      const issuer = bed[provider].issuer.replace('common', account.tid ?? '');
      await bed.identity.db.pool.query(
        'insert into provider_identities (issuer, subject, user_id) select $1, $2, id from users where email = $3',
        [issuer, account.sub, email],
      );
      return signedInOf(await bed.signIn(provider, account));
    };
  const byDeviceOf = async (approving: Session): Promise<Session> => {
    const { client } = bed.identity;
    const { userCode, deviceCode } = await client.startDeviceAuthorization({}, anonymously());
    await client.decideDeviceAuthorization({ userCode, approve: true }, callAsUser(approving));
    const { outcome } = await client.pollDeviceAuthorization({ deviceCode }, anonymously());
    if (outcome.case !== 'approved') throw new Error(`not approved: ${outcome.value}`);
    return opened(outcome.value);
  };
  /** Signs in before the organization lets people join. */
  const early = async (email: string, signIn: (email: string) => Promise<Session>): Promise<Session> => {
    const text = 'update organizations set domain_role = $2 where domain = $1';
    await bed.identity.organizationDb.pool.query(text, [domainOf(email), null]);
    const session = await signIn(email);
    await bed.identity.organizationDb.pool.query(text, [domainOf(email), 'member']);
    return session;
  };

  const domainOf = (email: string) => email.slice(email.indexOf('@') + 1);
  const roleOf = async (email: string): Promise<string | undefined> => {
    const { rows } = await bed.identity.organizationDb.pool.query<{ role: string }>(
      `select m.role from members m join people p using (user_id) join organizations o on o.id = m.organization_id
       where p.email = $1 and o.domain = $2`,
      [email, domainOf(email)],
    );
    return rows[0]?.role;
  };
  /** A person with an account, whose domain an organization has, and who is not in it. */
  const outsider = async (): Promise<string> => {
    const email = `grace@${newDomain()}`;
    await signUpAndIn(bed.identity, email.replace('grace', 'ada'));
    await bed.identity.db.pool.query('insert into users (id, email, name) values ($1, $2, $3)', [
      uuid(),
      email,
      'Grace',
    ]);
    return email;
  };

  const proving = {
    'by a mailed link': byLink,
    'at Google, with the domain in hd': by('google', { email_verified: true }),
    'at Microsoft, with xms_edov': by('microsoft', { xms_edov: true }),
  };
  const notProving = {
    'at Google, by a linked account without hd': byLinked('google', { email_verified: true, hd: '' }),
    'at Google, by a linked account that vouches for another address': byLinked('google', {
      email: 'grace@another.example',
      email_verified: true,
      hd: 'another.example',
    }),
    'at Microsoft, by a linked account with a bare address': byLinked('microsoft', {}),
  };
  const devices = (ways: Readonly<Record<string, (email: string) => Promise<Session>>>) =>
    Object.entries(ways).map(
      ([way, signIn]) =>
        [
          `by a device, approved in a session opened ${way}`,
          async (email: string) => byDeviceOf(await early(email, signIn)),
        ] as const,
    );

  it.each([...Object.entries(proving), ...devices({ 'by a mailed link': byLink })])(
    'a person who signs in %s joins',
    async (_, signIn) => {
      const email = await outsider();
      const { user } = await signIn(email);
      expect([user.email, await roleOf(email)]).toEqual([email, 'member']);
    },
  );

  it.each([
    ...Object.entries(notProving),
    ...devices({
      'at Microsoft, by a linked account with a bare address': byLinked('microsoft', {}),
      'by a device that a mailed link approved': async (email) => byDeviceOf(await byLink(email)),
    }),
  ])('a person who signs in %s does not join, until a link proves the address', async (_, signIn) => {
    const email = await outsider();
    const { user } = await signIn(email);
    expect([user.email, await roleOf(email)]).toEqual([email, undefined]);
    await byLink(email);
    expect(await roleOf(email)).toBe('member');
  });

  it.each(['magic-link', 'google'])(
    'a person who signs up (%s) joins if the domain was taken meanwhile',
    async (provider) => {
      const email = `grace@${newDomain()}`;
      const { client } = bed.identity;
      const { signUpProof } =
        provider === 'google'
          ? await client.signUp({ ...signUpOf(email), provider }, anonymously())
          : { signUpProof: '' };
      const token = provider === 'google' ? '' : await signUpToken(bed.identity, email);
      await signUpAndIn(bed.identity, email.replace('grace', 'ada'));
      if (provider === 'google')
        await bed.signIn('google', newAccount({ email, email_verified: true }), { signUpProof });
      else await useLink(token);
      expect(await roleOf(email)).toBe('member');
    },
  );
});
