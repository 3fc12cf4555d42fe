import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { callAs } from '@patchbay/rpc/client';
import { userContext } from '@patchbay/testing/callers';
import { waitFor } from '@patchbay/testing/wait';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  authenticate,
  isLive,
  requestedToken,
  type SignedIn,
  sharedIdentity,
  signUpAndIn,
} from '../test-bed.fixture.ts';

const identity = await sharedIdentity();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const timeOf = (timestamp: Timestamp | undefined) => timestamp && timestampDate(timestamp);

describe('authenticate and signOut', () => {
  let signedIn: SignedIn;

  beforeEach(async () => {
    signedIn = await signUpAndIn(identity);
  });

  const use = () => authenticate(identity, signedIn.sessionToken);
  const signOut = ({ user, session }: SignedIn) =>
    identity.client.signOut({}, callAs(userContext({ ...user, userId: user.id, sessionId: session.id })));
  /** The stored row; `version` changes with every write. */
  const row = async () => {
    const { rows } = await identity.db.pool.query<{ version: string; expiresAt: Date; lastSeenAt: Date }>(
      `select xmin || ' ' || ctid as version, expires_at as "expiresAt", last_seen_at as "lastSeenAt"
       from sessions where id = $1`,
      [signedIn.session.id],
    );
    if (rows[0] === undefined) throw new Error('no such session');
    return rows[0];
  };

  it('a session token is answered with its session and user', async () => {
    const { session, user } = await use();
    expect(session).toEqual(signedIn.session);
    expect(user).toEqual(signedIn.user);
  });

  it('a session is found by its own token only', async () => {
    const other = await signUpAndIn(identity);
    expect((await authenticate(identity, other.sessionToken)).user?.id).toBe(other.user.id);
    for (const sessionToken of ['', signedIn.session.id, signedIn.sessionToken.slice(1), 'A'.repeat(43)]) {
      expect(await isLive(identity, { sessionToken })).toBe(false);
    }
  });

  it('tokens that are authenticated together are answered in their order', async () => {
    const [other, ended] = [await signUpAndIn(identity), await signUpAndIn(identity)];
    await signOut(ended);
    const sessionTokens = [
      'unknown',
      other.sessionToken,
      ended.sessionToken,
      signedIn.sessionToken,
      other.sessionToken,
    ];
    const { authentications } = await identity.client.authenticate({ sessionTokens });
    expect(authentications.map(({ session, user }) => [session?.id, user?.id])).toEqual([
      [undefined, undefined],
      [other.session.id, other.user.id],
      [undefined, undefined],
      [signedIn.session.id, signedIn.user.id],
      [other.session.id, other.user.id],
    ]);
  });

  it('at most 100 tokens are authenticated together', async () => {
    const unknown = (count: number) => Array.from({ length: count }, (_, index) => `unknown ${index}`);
    const { sessionToken, user } = signedIn;
    const ask = (count: number) =>
      identity.client.authenticate({ sessionTokens: [...unknown(count), sessionToken] });
    expect((await ask(99)).authentications.at(-1)?.user?.id).toBe(user.id);
    await expect(ask(100)).rejects.toMatchObject({ code: 'invalid' });
    expect((await identity.client.authenticate({})).authentications).toEqual([]);
  });

  it('a session ends at its expiry', async () => {
    await identity.clock.jump(7 * dayMs - 1);
    expect(await row()).toMatchObject({ expiresAt: identity.hoursAgo(-1 / 3_600_000) });
    await identity.clock.advance(1);
    expect(await isLive(identity, signedIn)).toBe(false);
  });

  it('a use after an hour moves the expiry to seven days from then, once an hour', async () => {
    await identity.clock.jump(61 * minuteMs);
    const before = await row();
    const { session } = await use();
    expect(timeOf(session?.lastSeenAt)).toEqual(identity.clock.now());
    expect(timeOf(session?.expiresAt)).toEqual(identity.hoursAgo(-7 * 24));
    const after = await waitFor(async () => (await row()).version !== before.version && row(), {
      what: 'the slide to be written',
    });
    expect([after.lastSeenAt, after.expiresAt]).toEqual([
      timeOf(session?.lastSeenAt),
      timeOf(session?.expiresAt),
    ]);
    await use();
    expect(await row()).toEqual(after);
  });

  it('concurrent uses of a session write its expiry once', async () => {
    const { pool } = identity.db;
    await identity.asOwner(`
      create table slides (at timestamptz default clock_timestamp());
      grant select, insert, delete on slides to identity;
      create function count_slide() returns trigger language plpgsql as
        'begin insert into slides default values; return null; end';
      create trigger count_slide after update on sessions for each row execute function count_slide()`);
    try {
      await identity.clock.jump(120 * minuteMs);
      await pool.query('delete from slides');
      await Promise.all(Array.from({ length: 40 }, use));
      // The pool serves queries in order: once this one is answered, every earlier update of a session has begun.
      await use();
      await waitFor(
        async () =>
          (
            await pool.query(
              `select from pg_stat_activity where datname = current_database() and application_name = 'identity'
               and state <> 'idle' and query like 'update sessions%'`,
            )
          ).rows.length === 0,
        { what: 'the slides to end' },
      );
      expect((await pool.query('select from slides')).rows).toHaveLength(1);
    } finally {
      await identity.asOwner(
        'drop trigger count_slide on sessions; drop function count_slide; drop table slides',
      );
    }
  });

  it('the start of a session is no earlier than the memberships of its person, whatever the clocks say', async () => {
    const { user } = signedIn;
    const ahead = new Date(Date.now() + 60_000);
    await identity.organizationDb.pool.query(
      'update membership_periods set began_at = $2 where user_id = $1',
      [user.id, ahead],
    );
    const token = await requestedToken(identity, user.email);
    await identity.client.verifySignInLink({ token });
    const times = (await identity.eventsOf(user.id)).map(({ occurredAt }) =>
      occurredAt === undefined ? undefined : timestampDate(occurredAt),
    );
    expect(times.at(-1)).toEqual(ahead);
    expect(times.at(0)?.getTime()).toBeLessThan(ahead.getTime());
  });

  it('signing out ends the session at once, and no other', async () => {
    const elsewhere = await identity.client.verifySignInLink({
      token: await requestedToken(identity, signedIn.user.email),
    });
    await signOut(signedIn);
    expect(await isLive(identity, signedIn)).toBe(false);
    expect((await authenticate(identity, elsewhere.sessionToken)).user?.id).toBe(signedIn.user.id);
  });

  it('signing out many times is recorded once', async () => {
    const { user, session } = signedIn;
    await Promise.all(Array.from({ length: 10 }, () => signOut(signedIn)));
    await signOut(signedIn);
    const events = await identity.eventsOf(user.id);
    expect(events.map(({ action }) => action)).toEqual(['user.signed_in', 'user.signed_out']);
    expect(events[1]).toMatchObject({
      actor: { type: 'user', id: user.id, email: user.email },
      target: { type: 'user', id: user.id, name: user.name },
      metadata: { sessionId: session.id },
    });
  });
});
