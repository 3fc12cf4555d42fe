import { once } from 'node:events';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLeadership, type Leadership, lockKey } from './leader.ts';
import { createScratchDatabase, type ScratchDatabase, silent, until } from './scratch-database.fixture.ts';

let scratch: ScratchDatabase;
const candidates: Leadership[] = [];

beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterEach(() => Promise.all(candidates.splice(0).map((candidate) => candidate.stop())));
afterAll(() => scratch.drop());

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

const compete = async (name: string, work = untilAborted): Promise<Leadership> => {
  const candidate = createLeadership({ url: scratch.url, name, work, pollMs: 20, logger: silent });
  candidates.push(candidate);
  await candidate.start();
  return candidate;
};

describe('leadership', () => {
  it('is one candidate’s at a time, and passes on when that one stops', async () => {
    const first = await compete('relay');
    const [second, elsewhere] = await Promise.all([compete('relay'), compete('other relay')]);
    expect([first.leads(), second.leads(), elsewhere.leads()]).toEqual([true, false, true]);
    await first.stop();
    expect(first.leads()).toBe(false);
    await until(() => second.leads());
  });

  it('waits for the work to end before it is given up', async () => {
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
    await until(() => second.leads());
  });

  it('aborts the work when the connection is lost, and is regained', async () => {
    let begun = 0;
    let aborted = 0;
    await compete('broken', async (signal) => {
      begun += 1;
      await untilAborted(signal);
      aborted += 1;
    });
    expect(begun).toBe(1);
    expect(await scratch.disconnect('lead broken')).toBe(1);
    await until(() => begun === 2);
    expect(aborted).toBe(1);
  });

  it('outlives work that fails', async () => {
    let begun = 0;
    const candidate = await compete('failing', async (signal) => {
      begun += 1;
      if (begun < 3) throw new Error('no');
      await untilAborted(signal);
    });
    await until(() => begun === 3);
    expect(candidate.leads()).toBe(true);
  });

  it('is kept from everybody by whoever holds the lock of its name', async () => {
    const outsider = new Client({ connectionString: scratch.url });
    await outsider.connect();
    await outsider.query('select pg_advisory_lock($1)', [lockKey('held').toString()]);
    const candidate = await compete('held');
    expect(candidate.leads()).toBe(false);
    await outsider.end();
    await until(() => candidate.leads());
  });
});
