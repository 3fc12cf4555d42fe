import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AdvisoryLocks, createAdvisoryLocks } from './advisory-locks.ts';
import {
  closedUrl,
  createScratchDatabase,
  type ScratchDatabase,
  silent,
  until,
} from './scratch-database.fixture.ts';

let scratch: ScratchDatabase;

beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.drop());

/** Acts as another process: has its own connection. */
const open = async (name: string, url = scratch.url): Promise<AdvisoryLocks> => {
  const locks = createAdvisoryLocks({ url, name, logger: silent });
  onTestFinished(() => locks.stop());
  await locks.start();
  return locks;
};

describe('advisory locks', () => {
  it('are held by one at a time, within a process and across processes', async () => {
    const [one, other] = [await open('one'), await open('other')];
    const lock = await one.tryLock('a');
    expect(lock).toBeDefined();
    expect(await one.tryLock('a')).toBeUndefined();
    expect(await other.tryLock('a')).toBeUndefined();
    const different = await other.tryLock('b');
    expect(different).toBeDefined();
    await lock?.release();
    const next = await other.tryLock('a');
    expect(next).toBeDefined();
    expect(await one.tryLock('a')).toBeUndefined();
    await next?.release();
    expect(await one.tryLock('a')).toBeDefined();
  });

  it('are given to one of many who try at once', async () => {
    const [one, other] = [await open('one'), await open('other')];
    const tried = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : other).tryLock('many')),
    );
    expect(tried.filter((lock) => lock !== undefined)).toHaveLength(1);
  });

  it('are free for others when the connection is lost, which their holder is told', async () => {
    const [one, other] = [await open('broken'), await open('other')];
    const lock = await one.tryLock('lost');
    if (lock === undefined) throw new Error('nobody else holds it');
    const told = once(lock.signal, 'abort');
    expect(await scratch.disconnect('locks broken')).toBe(1);
    await told;
    const next = await other.tryLock('lost');
    expect(next).toBeDefined();
    await lock.release();
    expect(await other.tryLock('lost')).toBeUndefined();
    await next?.release();
    await until(() =>
      one.tryLock('lost').then(
        (again) => again !== undefined,
        () => false,
      ),
    );
  });

  it('are all free for others after one could not be released, which their holders are told', async () => {
    // The schema comes before `pg_catalog` in this session's search path: its function is called instead of the real one.
    await scratch.run('create schema broken');
    await scratch.run(
      `create function broken.pg_advisory_unlock(bigint) returns boolean language plpgsql
       as $$ begin raise 'cannot unlock'; end $$`,
    );
    const url = new URL(scratch.url);
    url.searchParams.set('options', '-c search_path=broken,pg_catalog');
    const [one, other] = [await open('failing', url.href), await open('other')];
    const [lock, second] = [await one.tryLock('first of two'), await one.tryLock('second of two')];
    if (lock === undefined || second === undefined) throw new Error('nobody else holds them');
    const told = once(second.signal, 'abort');
    await lock.release();
    await told;
    for (const name of ['first of two', 'second of two']) {
      await expect.poll(() => other.tryLock(name), { timeout: 5_000 }).toBeDefined();
    }
    // Released after the connection is gone: it does nothing to the lock that somebody else has now.
    await second.release();
    expect(await open('third').then((third) => third.tryLock('second of two'))).toBeUndefined();
  });

  it('are released by a process that stops', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await one.tryLock('stopped');
    await one.stop();
    await expect.poll(() => other.tryLock('stopped'), { timeout: 5_000 }).toBeDefined();
  });

  it('are unavailable without a database', async () => {
    const locks = await open('nowhere', closedUrl);
    await expect(locks.tryLock('a')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
