import { once } from 'node:events';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AdvisoryLocks,
  createAdvisoryLocks,
  createLeadership,
  type Leadership,
  lockKey,
} from './locks.ts';
import { closedUrl, sharedScratchDatabase, silent, waitUntil } from './scratch-database.fixture.ts';

const scratch = await sharedScratchDatabase();

/** Acts as another process: has its own connection. */
const open = async (name: string, url = scratch.url): Promise<AdvisoryLocks> => {
  const locks = createAdvisoryLocks({ url, name, logger: silent });
  onTestFinished(() => locks.stop());
  await locks.start();
  return locks;
};

describe('advisory locks', () => {
  it('advisory locks are held by one at a time, within a process and across processes', async () => {
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

  it('advisory locks are free for others when the connection is lost, and their holder is told', async () => {
    const [one, other] = [await open('broken'), await open('other')];
    const lock = await one.tryLock('lost');
    if (lock === undefined) throw new Error('nobody else holds it');
    const told = once(lock.signal, 'abort');
    expect(await scratch.disconnect('locks broken')).toBe(1);
    await told;
    // The client is told before the server has released what the session held.
    let next: Awaited<ReturnType<typeof other.tryLock>>;
    await waitUntil(async () => {
      next = await other.tryLock('lost');
      return next !== undefined;
    });
    await lock.release();
    expect(await other.tryLock('lost')).toBeUndefined();
    await next?.release();
    await waitUntil(() =>
      one.tryLock('lost').then(
        (again) => again !== undefined,
        () => false,
      ),
    );
  });

  it('advisory locks are all free for others after one could not be released, which their holders are told', async () => {
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
      await expect.poll(() => other.tryLock(name)).toBeDefined();
    }
    // Released after the connection is gone: it does nothing to the lock that somebody else has now.
    await second.release();
    expect(await open('third').then((third) => third.tryLock('second of two'))).toBeUndefined();
  });

  it('advisory locks are released by a process that stops', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await one.tryLock('stopped');
    await one.stop();
    await expect.poll(() => other.tryLock('stopped')).toBeDefined();
  });

  it('advisory locks are unavailable without a database', async () => {
    const locks = await open('nowhere', closedUrl);
    await expect(locks.tryLock('a')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

const compete = async (name: string, work = untilAborted): Promise<Leadership> => {
  const candidate = createLeadership({ url: scratch.url, name, work, pollMs: 20, logger: silent });
  onTestFinished(() => candidate.stop());
  await candidate.start();
  return candidate;
};

describe('leadership', () => {
  it('leadership belongs to one candidate at a time and passes on when that one stops', async () => {
    const first = await compete('relay');
    const [second, elsewhere] = await Promise.all([compete('relay'), compete('other relay')]);
    expect([first.leads(), second.leads(), elsewhere.leads()]).toEqual([true, false, true]);
    await first.stop();
    expect(first.leads()).toBe(false);
    await waitUntil(() => second.leads());
  });

  it('leadership is given up only after its work has ended', async () => {
    const finish = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const first = await compete('slow', async (signal) => {
      await untilAborted(signal);
      aborted.resolve();
      await finish.promise;
    });
    const second = await compete('slow');
    const stopped = first.stop();
    await aborted.promise;
    expect(second.leads()).toBe(false);
    finish.resolve();
    await stopped;
    await waitUntil(() => second.leads());
  });

  it('leadership aborts its work when the connection is lost, and is regained', async () => {
    let begun = 0;
    let aborted = 0;
    await compete('broken', async (signal) => {
      begun += 1;
      await untilAborted(signal);
      aborted += 1;
    });
    expect(begun).toBe(1);
    expect(await scratch.disconnect('lead broken')).toBe(1);
    await waitUntil(() => begun === 2);
    expect(aborted).toBe(1);
  });

  it('leadership outlives work that fails', async () => {
    let begun = 0;
    const candidate = await compete('failing', async (signal) => {
      begun += 1;
      if (begun < 3) throw new Error('no');
      await untilAborted(signal);
    });
    await waitUntil(() => begun === 3);
    expect(candidate.leads()).toBe(true);
  });

  it('leadership waits for whoever holds the lock of its name', async () => {
    const outsider = new Client({ connectionString: scratch.url });
    await outsider.connect();
    await outsider.query('select pg_advisory_lock($1)', [lockKey('held').toString()]);
    const candidate = await compete('held');
    expect(candidate.leads()).toBe(false);
    await outsider.end();
    await waitUntil(() => candidate.leads());
  });
});
