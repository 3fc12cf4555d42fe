import '@patchbay/telemetry/fresh-modules';
import { recordStatements } from '@patchbay/testing/statements';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswersOf } from '../held-answers.fixture.ts';
import { insertLinkRequest } from '../store/link-requests.ts';
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

describe('work before the answer', () => {
  let identity: TestIdentity;
  const recorded = recordStatements();

  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity?.stop());

  /** One address of each kind; only those in the second list can sign up. */
  const addresses = async () => {
    const domain = newDomain();
    const { user } = await signUpAndIn(identity, `ada@${domain}`);
    const parked = `ada@${newDomain()}`;
    await identity.client.signUp(signUpOf(parked), anonymously());
    await sendMails(identity);
    return { known: user.email, ofDomain: `grace@${domain}`, parked, unknown: `eve@${newDomain()}` };
  };

  it('a sign-up runs the same statements before the answer for known and unknown addresses', async () => {
    const { known, parked, unknown } = await addresses();
    // So that the address of an account can sign up at all: an organization would have its domain.
    await identity.organizationDb.pool.query('update organizations set domain = null');
    for (const provider of ['magic-link', 'google']) {
      const signUp = (email: string) =>
        identity.client.signUp(
          { ...signUpOf(email), organizationSlug: `${provider}-${email.replaceAll(/\W/g, '-')}`, provider },
          anonymously(),
        );
      const statements: string[][] = [];
      for (const email of [unknown, known, parked]) {
        statements.push(await recorded.during(() => signUp(email)));
      }
      expect(statements[0]?.length).toBeGreaterThan(2);
      expect(statements[1]).toEqual(statements[0]);
      expect(statements[2]).toEqual(statements[0]);
    }
  });

  it('a request for a link runs one statement before the answer, whatever the address', async () => {
    const { pool } = identity.db;
    const holder = await pool.connect();
    const all = Object.values(await addresses());
    try {
      // The worker waits for this lock as soon as it looks an address up: what is recorded is what the request does.
      await holder.query('begin');
      await holder.query('lock table users in access exclusive mode');
      for (const email of all) {
        const statements = await recorded.during(() =>
          identity.client.requestSignInLink({ email }, anonymously()),
        );
        expect(statements).toEqual(['insert a link request']);
      }
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await sendMails(identity);
  });
});

describe('a stored request for a sign-in link', () => {
  let identity: TestIdentity;
  const admissions = holdAnswersOf('admitAddress');

  beforeAll(async () => {
    identity = await startIdentity({ onAnswer: admissions.onAnswer, workers: 'running' });
  });
  afterEach(() => admissions.releaseAll());
  afterAll(() => identity?.stop());

  const mailsTo = (email: string) => identity.smtp.mails.filter(({ to }) => to.includes(email));
  const store = (email: string, callbackUrl = 'https://portal.example') =>
    insertLinkRequest(identity.db, { email, callbackUrl });

  it('a request is done by another process if the one that stored it has ended', async () => {
    const { user } = await signUpAndIn(identity);
    // As a process leaves it that ends after the answer.
    await store(user.email, 'https://portal.example/x');
    await sendMails(identity);
    const token = tokenIn(await identity.nextMailTo(user.email));
    const { callbackUrl } = await identity.client.verifySignInLink({ token }, anonymously());
    expect(callbackUrl).toBe('https://portal.example/x');
  });

  it('a request waits while organization is unavailable and is done when it is back', async () => {
    const domain = newDomain();
    await signUpAndIn(identity, `ada@${domain}`);
    await identity.asOrganizationOwner('alter table parked_sign_ups rename to parked_away');
    const email = `grace@${domain}`;
    try {
      await identity.client.requestSignInLink({ email }, anonymously());
      await sendMails(identity);
      expect(mailsTo(email)).toEqual([]);
    } finally {
      await identity.asOrganizationOwner('alter table parked_away rename to parked_sign_ups');
    }
    await identity.clock.jump(60_000);
    await sendMails(identity);
    expect(mailsTo(email)).toMatchObject([{ subject: 'Sign in to Patchbay' }]);
  });

  it('the mail of a request has the date of the request', async () => {
    const { user } = await signUpAndIn(identity);
    await identity.smtp.stop();
    try {
      await identity.db.pool.query(
        `insert into link_requests (id, email, callback_url, created_at, next_attempt_at)
         values (gen_random_uuid(), $1, 'https://portal.example', $2, $3)`,
        [user.email, identity.hoursAgo(1), identity.clock.now()],
      );
      await identity.runDue('link requests');
      const text = 'select created_at as date from mails where recipient = $1';
      expect((await identity.db.pool.query(text, [user.email])).rows).toEqual([
        { date: identity.hoursAgo(1) },
      ]);
    } finally {
      await identity.smtp.start();
    }
  });
});
