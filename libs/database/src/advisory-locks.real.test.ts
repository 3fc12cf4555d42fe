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
