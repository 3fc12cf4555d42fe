import { describe, expect, it } from 'vitest';
import { anonymously, isLive, requestedToken, type SignedIn, signUpAndIn } from '../test-bed.fixture.ts';
import { newAccount, sharedWithProviders, signedInOf } from './provider-sign-in.fixture.ts';

const bed = await sharedWithProviders();
const { identity } = bed;

describe('a sign-in in a browser that has a session', () => {
  const byLink = async ({ user }: SignedIn, browserSessionToken: string): Promise<SignedIn> => {
    const token = await requestedToken(identity, user.email);
    const opened = await identity.client.verifySignInLink({ token, browserSessionToken }, anonymously());
    if (opened.session === undefined || opened.user === undefined) throw new Error('no session');
    return { ...opened, session: opened.session, user: opened.user };
  };
  const byGoogle = async ({ user }: SignedIn, browserSessionToken: string): Promise<SignedIn> => {
    const account = newAccount({ email: user.email, email_verified: true });
    return signedInOf(await bed.signIn('google', account, { browserSessionToken }));
  };
  const ways = Object.entries({ 'a link': byLink, Google: byGoogle });
  const actionsOf = async ({ user }: SignedIn) =>
    (await identity.eventsOf(user.id)).map(({ action }) => action);

  it.each(ways)("a sign-in by %s ends the same person's session of the browser", async (_, signIn) => {
    const before = await signUpAndIn(identity);
    const elsewhere = await byLink(before, '');
    const after = await signIn(before, before.sessionToken);
    expect(await isLive(identity, before)).toBe(false);
    expect(await isLive(identity, elsewhere)).toBe(true);
    expect(await isLive(identity, after)).toBe(true);
    const events = await identity.eventsOf(before.user.id);
    expect(events.slice(2)).toMatchObject([
      {
        action: 'session.revoked',
        actor: { type: 'user', id: before.user.id, email: before.user.email },
        target: { type: 'session', id: before.session.id },
        metadata: { reason: 'signed_in_again' },
      },
      { action: 'user.signed_in', metadata: { sessionId: after.session.id } },
    ]);
  });

  it.each(ways)(
    "a sign-in by %s ends another person's session of the browser, whose event does not name the new person",
    async (_, signIn) => {
      const [before, person] = [await signUpAndIn(identity), await signUpAndIn(identity)];
      const after = await signIn(person, before.sessionToken);
      expect(await isLive(identity, before)).toBe(false);
      expect(await isLive(identity, person)).toBe(true);
      expect(await isLive(identity, after)).toBe(true);
      const revoked = (await identity.eventsOf(before.user.id)).at(-1);
      expect(revoked).toMatchObject({ action: 'session.revoked', actor: { id: before.user.id } });
      expect(
        JSON.stringify(revoked, (_key, value: unknown) => (typeof value === 'bigint' ? '' : value)),
      ).not.toContain(person.user.email);
      expect(await actionsOf(person)).toEqual(['user.signed_in', 'user.signed_in']);
    },
  );

  it.each(ways)('a sign-in by %s ignores a cookie without a live session', async (_, signIn) => {
    const ended = await signUpAndIn(identity);
    await byLink(ended, ended.sessionToken);
    const trail = await actionsOf(ended);
    const person = await signUpAndIn(identity);
    for (const cookie of ['x', 'é'.repeat(5_000), ended.sessionToken]) {
      expect(await isLive(identity, await signIn(person, cookie))).toBe(true);
    }
    expect(await actionsOf(ended)).toEqual(trail);
  });

  it('a sign-in that fails ends no session', async () => {
    const person = await signUpAndIn(identity);
    const browserSessionToken = person.sessionToken;
    await expect(
      identity.client.verifySignInLink({ token: 'wrong', browserSessionToken }, anonymously()),
    ).rejects.toMatchObject({ code: 'unauthenticated' });
    const account = newAccount({ email: 'stranger@nowhere.example', email_verified: true });
    const landing = await bed.signIn('google', account, { browserSessionToken });
    expect(landing.outcome).toEqual({ case: 'error', value: 'not_invited' });
    expect(await isLive(identity, person)).toBe(true);
  });

  it.each(['the first', 'the second'])(
    'a sign-in locks both people in the order of their ids: %s',
    async (which) => {
      const people = [await signUpAndIn(identity), await signUpAndIn(identity)].toSorted((one, other) =>
        one.user.id < other.user.id ? -1 : 1,
      );
      const [first, second] = people as [SignedIn, SignedIn];
      const [person, before] = which === 'the first' ? [first, second] : [second, first];
      const token = await requestedToken(identity, person.user.email);
      const { pool } = identity.db;
      const holder = await pool.connect();
      try {
        await holder.query('begin');
        await holder.query('select from users where id = $1 for update', [first.user.id]);
        const browserSessionToken = before.sessionToken;
        const signingIn = identity.client.verifySignInLink({ token, browserSessionToken }, anonymously());
        await identity.untilLockWaiter();
        // If the sign-in had locked this row before it waited for the other, each would wait for the other: a deadlock.
        await holder.query('select from users where id = $1 for update nowait', [second.user.id]);
        await holder.query('commit');
        await signingIn;
      } finally {
        await holder.query('rollback');
        holder.release();
      }
      expect(await isLive(identity, before)).toBe(false);
    },
  );
});
