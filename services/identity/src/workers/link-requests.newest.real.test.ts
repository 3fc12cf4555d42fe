import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswersOf } from '../held-answers.fixture.ts';
import {
  anonymously,
  newDomain,
  sendMails,
  signUpAndIn,
  signUpOf,
  startIdentity,
  type TestIdentity,
  tokenIn,
} from '../test-bed.fixture.ts';

const admissions = holdAnswersOf('admitAddress');
const parkings = holdAnswersOf('parkSignUp');

describe('the newest link of an address', () => {
  let identity: TestIdentity;

  beforeAll(async () => {
    identity = await startIdentity({
      workers: 'running',
      onAnswer: async (method) => {
        await admissions.onAnswer(method);
        await parkings.onAnswer(method);
      },
    });
  });
  afterEach(() => {
    admissions.releaseAll();
    parkings.releaseAll();
  });
  afterAll(() => identity?.stop());

  const mailsTo = (email: string) => identity.smtp.mails.filter(({ to }) => to.includes(email));
  /** An address that its domain lets in: it has no account, so organization is asked about it. */
  const newColleague = async () => {
    const domain = newDomain();
    await signUpAndIn(identity, `ada@${domain}`);
    return `grace@${domain}`;
  };
  const request = (email: string, which: string) =>
    identity.client.requestSignInLink(
      { email, callbackUrl: `https://portal.example/${which}` },
      anonymously(),
    );
  /** Requests links, one after the other, and returns what releases each as soon as organization has answered for it. */
  const requestHeld = async (email: string, ...names: string[]) => {
    admissions.hold();
    const releases: (() => void)[] = [];
    for (const name of names) {
      await request(email, name);
      releases.push(...(await admissions.taken(1)));
    }
    return releases;
  };
  const everythingMailed = async () => {
    admissions.releaseAll();
    await sendMails(identity);
  };
  const verify = (token: string) => identity.client.verifySignInLink({ token }, anonymously());
  const callbackOf = async (token: string) => (await verify(token)).callbackUrl;

  it('a link that was requested earlier and is ready later does not replace the newer one', async () => {
    const email = await newColleague();
    const [older, newer] = await requestHeld(email, 'older', 'newer');
    newer?.();
    const token = tokenIn(await identity.nextMailTo(email));
    older?.();
    await everythingMailed();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await callbackOf(token)).toBe('https://portal.example/newer');
  });

  const signUp = (email: string, organizationName: string, provider = 'magic-link') =>
    identity.client.signUp({ ...signUpOf(email), organizationName, provider }, anonymously());
  const organizationsOf = async (email: string) => {
    const text = 'select name from organizations where domain = $1';
    return (await identity.organizationDb.pool.query(text, [email.split('@')[1]])).rows;
  };

  it('the link of the newest sign-up wins over one that was requested while the older sign-up was parked', async () => {
    const email = `ada@${newDomain()}`;
    await signUp(email, 'Older');
    await identity.nextMailTo(email);
    const [answer] = await requestHeld(email, 'of the older one');
    await signUp(email, 'Newer');
    const token = tokenIn(await identity.nextMailTo(email));
    answer?.();
    await everythingMailed();
    expect(mailsTo(email)).toHaveLength(2);
    await verify(token);
    expect(await organizationsOf(email)).toEqual([{ name: 'Newer' }]);
  });

  it.each(['magic-link', 'google'])(
    'of two concurrent sign-ups the link of the newer one works, also if the older is by %s',
    async (provider) => {
      const email = `ada@${newDomain()}`;
      parkings.hold();
      const signingUp = [signUp(email, 'Older', provider)];
      const [older] = await parkings.taken(1);
      signingUp.push(signUp(email, 'Newer'));
      const [newer] = await parkings.taken(1);
      newer?.();
      await signingUp[1];
      older?.();
      await Promise.all(signingUp);
      parkings.releaseAll();
      const token = tokenIn(await identity.nextMailTo(email));
      await everythingMailed();
      expect(mailsTo(email)).toHaveLength(1);
      await verify(token);
      expect(await organizationsOf(email)).toEqual([{ name: 'Newer' }]);
    },
  );
});
