import { setImmediate } from 'node:timers/promises';
import { waitFor } from '@patchbay/testing/wait';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  authenticate,
  callAsUser,
  isLive,
  type SignedIn,
  sharedIdentity,
  signUpAndIn,
} from '../test-bed.fixture.ts';

const identity = await sharedIdentity({ workers: 'running' });

/** As many as identity has connections. */
const poolSize = 8;

describe('row locks that another process holds', () => {
  let bystander: SignedIn;

  beforeAll(async () => {
    bystander = await signUpAndIn(identity);
  });
  afterEach(() => release());

  let release = async (): Promise<void> => {};
  /** Locks rows on a connection of another pool, until `release`. */
  const hold = async (select: string, values: readonly unknown[] = []): Promise<void> => {
    const holder = await identity.db.pool.connect();
    release = async () => {
      release = async () => {};
      await holder.query('commit');
      holder.release();
    };
    await holder.query('begin');
    await holder.query(`${select} for update`, [...values]);
  };
  it('reads get connections while renames of people wait for a row lock', async () => {
    const people = await Promise.all(Array.from({ length: poolSize }, () => signUpAndIn(identity)));
    await hold('select from users where id = any ($1::uuid[])', [people.map(({ user }) => user.id)]);
    const running = people.map((person) =>
      identity.client.updateUser({ name: 'Countess' }, callAsUser(person)),
    );
    await waitFor(async () => (await identity.lockWaiters()) >= poolSize / 2, {
      what: 'half of the connections to wait',
    });
    // Answered while the rows are locked.
    expect(await isLive(identity, bystander)).toBe(true);
    expect(await identity.lockWaiters()).toBeLessThanOrEqual((poolSize * 3) / 4);
    await release();
    await Promise.all(running);
  });

  it('uses of a session do not wait for its row lock to move the expiry', async () => {
    const { session, sessionToken } = await signUpAndIn(identity);
    await identity.clock.jump(2 * 3_600_000);
    await hold('select from sessions where id = $1', [session.id]);
    for (let use = 0; use < poolSize; use += 1) await authenticate(identity, sessionToken);
    await setImmediate();
    expect(await identity.lockWaiters()).toBe(0);
    await release();
    await authenticate(identity, sessionToken);
    await waitFor(
      async () =>
        (
          await identity.db.pool.query('select from sessions where id = $1 and last_seen_at = $2', [
            session.id,
            identity.clock.now(),
          ])
        ).rowCount === 1,
      { what: 'the later expiry to be written' },
    );
  });
});
