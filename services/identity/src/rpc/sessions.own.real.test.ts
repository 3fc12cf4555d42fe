import { beforeEach, describe, expect, it } from 'vitest';
import {
  anonymously,
  callAsUser,
  isLive,
  requestedToken,
  type SignedIn,
  sharedIdentity,
  signUpAndIn,
} from '../test-bed.fixture.ts';

const identity = await sharedIdentity();

const notFound = { code: 'not_found' };

describe('listSessions and revokeSession', () => {
  let ada: SignedIn;

  beforeEach(async () => {
    ada = await signUpAndIn(identity);
  });

  const list = async (person = ada) => (await identity.client.listSessions({}, callAsUser(person))).sessions;
  const revoke = (sessionId: string, person = ada) =>
    identity.client.revokeSession({ sessionId }, callAsUser(person));
  const signInAgain = async ({ user }: SignedIn): Promise<SignedIn> => {
    const token = await requestedToken(identity, user.email);
    const { sessionToken, session } = await identity.client.verifySignInLink({ token }, anonymously());
    if (session === undefined) throw new Error('no session');
    return { sessionToken, session, user };
  };
  const expire = ({ session }: SignedIn) =>
    identity.db.pool.query('update sessions set expires_at = $2 where id = $1', [
      session.id,
      identity.clock.now(),
    ]);

  it('a person sees their own sessions, oldest first', async () => {
    await signUpAndIn(identity);
    const second = await signInAgain(ada);
    expect(await list()).toEqual([ada.session, second.session]);
  });

  it('a person sees only sessions that have not ended', async () => {
    const second = await signInAgain(ada);
    await expire(second);
    expect(await list()).toEqual([ada.session]);
  });

  it('a revoked session ends at once, and no other does', async () => {
    const second = await signInAgain(ada);
    await revoke(second.session.id);
    expect(await isLive(identity, second)).toBe(false);
    expect(await isLive(identity, ada)).toBe(true);
    expect(await list()).toEqual([ada.session]);
    expect((await identity.eventsOf(ada.user.id)).at(-1)).toMatchObject({
      action: 'session.revoked',
      userId: ada.user.id,
      actor: { type: 'user', id: ada.user.id, email: ada.user.email },
      target: { type: 'session', id: second.session.id },
    });
  });

  it('a session can revoke itself', async () => {
    await revoke(ada.session.id);
    expect(await isLive(identity, ada)).toBe(false);
  });

  it('a session of another person, an ended one and a malformed id are not found', async () => {
    const grace = await signUpAndIn(identity);
    const ended = await signInAgain(ada);
    await expire(ended);
    for (const id of [grace.session.id, ended.session.id, crypto.randomUUID(), 'x', '']) {
      await expect(revoke(id)).rejects.toMatchObject(notFound);
    }
    expect(await isLive(identity, grace)).toBe(true);
    const events = [...(await identity.eventsOf(ada.user.id)), ...(await identity.eventsOf(grace.user.id))];
    expect(events.filter(({ action }) => action === 'session.revoked')).toEqual([]);
  });

  it('one session more than 100 ends the oldest, which is recorded', async () => {
    await identity.db.pool.query(
      `insert into sessions (id, user_id, token_digest, created_at, expires_at, last_seen_at, user_agent)
       select gen_random_uuid(), $1::uuid, sha256(($1::uuid::text || number)::bytea), $2::timestamptz - number * interval '1 hour',
              $2::timestamptz + interval '1 day', $2, 'browser ' || number
       from generate_series(1, 99) as number`,
      [ada.user.id, identity.clock.now()],
    );
    expect(await list()).toHaveLength(100);
    const opened = await signInAgain(ada);
    const sessions = await list();
    expect(sessions).toHaveLength(100);
    expect(sessions.map(({ userAgent }) => userAgent)).not.toContain('browser 99');
    expect(sessions[0]?.userAgent).toBe('browser 98');
    expect(sessions.slice(-2).map(({ id }) => id)).toEqual([ada.session.id, opened.session.id]);
    const [revoked, signedIn] = (await identity.eventsOf(ada.user.id)).slice(-2);
    expect(revoked).toMatchObject({
      action: 'session.revoked',
      actor: { type: 'user', id: ada.user.id },
      target: { type: 'session', name: 'browser 99' },
      metadata: { reason: 'too_many_sessions' },
    });
    expect(signedIn?.action).toBe('user.signed_in');
  });

  it('sessions of others and expired ones do not count among the 100 of a person', async () => {
    await identity.db.pool.query(
      `insert into sessions (id, user_id, token_digest, created_at, expires_at, last_seen_at)
       select gen_random_uuid(), $1::uuid, sha256(($1::uuid::text || number)::bytea), $2::timestamptz - interval '1 day', $2, $2
       from generate_series(1, 150) as number`,
      [ada.user.id, identity.clock.now()],
    );
    const grace = await signUpAndIn(identity);
    await signInAgain(ada);
    expect([(await list()).length, (await list(grace)).length]).toEqual([2, 1]);
  });

  it('a session that is revoked by many requests at once is revoked once', async () => {
    const second = await signInAgain(ada);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => revoke(second.session.id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const events = await identity.eventsOf(ada.user.id);
    expect(events.filter(({ action }) => action === 'session.revoked')).toHaveLength(1);
  });
});
