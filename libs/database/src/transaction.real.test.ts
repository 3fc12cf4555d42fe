import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool, type Database } from './pool.ts';
import { prismaAdapter } from './prisma.ts';
import {
  closedUrl,
  createScratchDatabase,
  type ScratchDatabase,
  silent,
} from './scratch-database.fixture.ts';
import { generateThingsClient, type ThingsClient, thingsTable } from './things-client.fixture.ts';
import { runTransaction } from './transaction.ts';

let scratch: ScratchDatabase;
let generated: Awaited<ReturnType<typeof generateThingsClient>>;
let database: Database;
let prisma: ThingsClient;

beforeAll(async () => {
  [scratch, generated] = await Promise.all([createScratchDatabase(), generateThingsClient()]);
  await scratch.run(thingsTable);
  database = createPool({ url: scratch.url, applicationName: 'transactions', logger: silent });
  prisma = generated.create(prismaAdapter(database, 'public'));
});
beforeEach(async () => {
  await scratch.run('truncate things');
  await scratch.run(`insert into things values (1, 'one'), (2, 'two')`);
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.component.stop();
  await Promise.all([scratch.drop(), generated.remove()]);
});

const names = async (): Promise<string[]> =>
  (await scratch.run<{ name: string }>('select name from things order by id')).map(({ name }) => name);

/** Resolves for each of two callers when both have come. */
const meeting = (): (() => Promise<void>) => {
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === 2) both.resolve();
    return both.promise;
  };
};

describe('a transaction', () => {
  it('is seen when it is done and returns what the work returned', async () => {
    const thing = await runTransaction(
      prisma,
      async (tx) => {
        const created = await tx.thing.create({ data: { id: 3, name: 'three' } });
        expect(await names()).toEqual(['one', 'two']);
        return created;
      },
      { name: 'create' },
    );
    expect(thing).toEqual({ id: 3, name: 'three' });
    expect(await names()).toEqual(['one', 'two', 'three']);
  });

  it('leaves nothing behind when the work fails', async () => {
    const reason = new Error('changed my mind');
    const work = runTransaction(
      prisma,
      async (tx) => {
        await tx.thing.create({ data: { id: 3, name: 'three' } });
        throw reason;
      },
      { name: 'fail' },
    );
    await expect(work).rejects.toBe(reason);
    expect(await names()).toEqual(['one', 'two']);
  });

  it('is run again after a deadlock, until both sides are done', async () => {
    const meet = meeting();
    let runs = 0;
    const rename = (first: number, second: number, suffix: string): Promise<void> =>
      runTransaction(
        prisma,
        async (tx) => {
          runs += 1;
          await tx.$executeRawUnsafe('update things set name = name || $2 where id = $1', first, suffix);
          await meet();
          await tx.thing.update({ where: { id: second }, data: { name: `${second}${suffix}` } });
        },
        { name: 'rename' },
      );
    await Promise.all([rename(1, 2, 'a'), rename(2, 1, 'b')]);
    expect(runs).toBe(3);
  });

  it('gives up a conflict after its retries', async () => {
    let runs = 0;
    const work = runTransaction(
      prisma,
      async (tx) => {
        runs += 1;
        await tx.$executeRawUnsafe(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`);
      },
      { name: 'conflict', retries: 2 },
    );
    await expect(work).rejects.toThrow('again');
    expect(runs).toBe(3);
  });

  it('is not run again after any other error', async () => {
    let runs = 0;
    const work = runTransaction(
      prisma,
      async (tx) => {
        runs += 1;
        await tx.thing.create({ data: { id: 1, name: 'again' } });
      },
      { name: 'duplicate' },
    );
    await expect(work).rejects.toMatchObject({ code: 'P2002' });
    expect(runs).toBe(1);
  });

  it('fails as unavailable where there is no database', async () => {
    const away = createPool({ url: closedUrl, applicationName: 'away', logger: silent });
    const client = generated.create(prismaAdapter(away, 'public'));
    await expect(runTransaction(client, async () => 1, { name: 'away' })).rejects.toMatchObject({
      name: 'Failure',
      code: 'unavailable',
    });
    await client.$disconnect();
    await away.component.stop();
  });

  it('fails as unavailable when every connection is taken', async () => {
    const busy = createPool({
      url: scratch.url,
      applicationName: 'busy',
      max: 1,
      connectTimeoutMs: 50,
      logger: silent,
    });
    const client = generated.create(prismaAdapter(busy, 'public'));
    const held = await busy.pool.connect();
    await expect(runTransaction(client, async () => 1, { name: 'busy' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    held.release();
    await client.$disconnect();
    await busy.component.stop();
  });
});
