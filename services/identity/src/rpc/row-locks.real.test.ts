import { setImmediate } from 'node:timers/promises';
import { waitFor } from '@patchbay/testing/wait';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  anonymously,
  authenticate,
  callAsUser,
  isLive,
  requestedToken,
  type SignedIn,
  signUpAndIn,
  startIdentity,
  type TestIdentity,
} from '../test-bed.fixture.ts';

/** As many as identity has connections. */
const poolSize = 8;

describe('row locks that another process holds', () => {
  let identity: TestIdentity;
  let bystander: SignedIn;

  beforeAll(async () => {
    identity = await startIdentity({ workers: 'running' });
    bystander = await signUpAndIn(identity);
  });
  afterEach(() => release());
  afterAll(() => identity?.stop());

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
  const several = <T>(one: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: poolSize }, one));
  const idsOf = (people: readonly SignedIn[]): string[] => people.map(({ user }) => user.id);
  const rename = (person: SignedIn, name: string) => identity.client.updateUser({ name }, callAsUser(person));

  it.each<[string, () => Promise<(() => Promise<unknown>)[]>]>([
    [
      'renames of people',
      async () => {
        const people = await several(() => signUpAndIn(identity));
        await hold('select from users where id = any ($1::uuid[])', [idsOf(people)]);
        return people.map((person) => () => rename(person, 'Countess'));
      },
    ],
    [
      'sign-outs of people',
      async () => {
        const people = await several(() => signUpAndIn(identity));
        await hold('select from users where id = any ($1::uuid[])', [idsOf(people)]);
        return people.map((person) => () => identity.client.signOut({}, callAsUser(person)));
      },
    ],
    [
      'requests for links of addresses',
      async () => {
        const people = await several(() => signUpAndIn(identity));
        const request = ({ user: { email } }: SignedIn) =>
          identity.client.requestSignInLink({ email }, anonymously());
        await Promise.all(people.map(({ user: { email } }) => requestedToken(identity, email)));
        await hold('select from sign_in_links');
        return people.map((person) => () => request(person));
      },
    ],
    [
      'polls of devices',
      async () => {
        const devices = await several(() => identity.client.startDeviceAuthorization({}, anonymously()));
        await hold('select from device_authorizations');
        return devices.map(
          ({ deviceCode }) =>
            () =>
              identity.client.pollDeviceAuthorization({ deviceCode }, anonymously()),
        );
      },
    ],
    [
      'decisions about devices',
      async () => {
        const devices = await several(() => identity.client.startDeviceAuthorization({}, anonymously()));
        const people = await several(() => signUpAndIn(identity));
        await hold('select from device_authorizations');
        return people.map((person, index) => () => {
          const userCode = devices[index]?.userCode ?? '';
          return identity.client.decideDeviceAuthorization({ userCode, approve: true }, callAsUser(person));
        });
      },
    ],
  ])('reads get connections while %s wait for a row lock', async (_, prepare) => {
    const calls = await prepare();
    const running = calls.map((call) => call());
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
