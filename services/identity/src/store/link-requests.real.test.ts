import { createPool, type Database } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrations, schema } from '../migrations.ts';
import {
  claimLinkRequests,
  deleteLinkRequest,
  insertLinkRequest,
  type LinkRequest,
  postponeLinkRequest,
  takeLinkRequest,
} from './link-requests.ts';

const leaseMs = 60_000;
const email = 'ada@acme.example';

describe('stored requests for a link', () => {
  const clock = createManualClock();
  let database: TestDatabase;
  let db: Database;
  let take: (request: LinkRequest) => Promise<boolean>;

  beforeAll(async () => {
    database = await createTestDatabase({ schema, migrations });
    const logger = createLogger({ service: 'test', level: 'silent' });
    db = createPool({ url: database.url, applicationName: 'test', ...patience, logger, clock });
    const transact = createTransact(db);
    take = (request) => transact('take', (tx) => takeLinkRequest(tx, request));
  });
  afterEach(() => db.pool.query('delete from link_requests'));
  afterAll(async () => {
    await db?.component.stop();
    await database?.drop();
  });

  const store = (to = email) => insertLinkRequest(db, { email: to, callbackUrl: 'https://portal.example' });
  const claim = async (): Promise<LinkRequest> => {
    const [claimed] = await claimLinkRequests(db, 1, leaseMs);
    if (claimed === undefined) throw new Error('nothing is due');
    return claimed;
  };
  const rows = async () => {
    const text = 'select email, next_attempt_at > $1 as leased from link_requests order by sequence';
    return (await db.pool.query<{ email: string; leased: boolean }>(text, [clock.now()])).rows;
  };
  /** Two claims of one request: the lease of the first has expired. */
  const claimTwice = async () => {
    await store();
    const expired = await claim();
    await clock.advance(leaseMs);
    return { expired, current: await claim() };
  };

  it('a request is due as soon as it is stored', async () => {
    for (let index = 0; index < 40; index += 1) {
      await store();
      expect(await claimLinkRequests(db, 1, leaseMs)).toHaveLength(1);
    }
  });

  it('a request is claimed by one transaction, and others neither wait for it nor get it', async () => {
    await store('first@acme.example');
    await store('second@acme.example');
    const holder = await db.pool.connect();
    try {
      await holder.query('begin');
      const inTransaction = {
        query: async ({ text }: { text: string }, values: readonly unknown[] = []) =>
          (await holder.query(text, [...values])).rows,
        now: db.now,
      } as Pick<Database, 'query' | 'now'>;
      const mine = await claimLinkRequests(inTransaction, 1, leaseMs);
      const others = await claimLinkRequests(db, 5, leaseMs);
      await holder.query('commit');
      expect([...mine, ...others].map((claimed) => claimed.email)).toEqual([
        'first@acme.example',
        'second@acme.example',
      ]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('a worker whose lease has expired can neither delete, postpone nor take a request', async () => {
    const { expired, current } = await claimTwice();
    await deleteLinkRequest(db, expired);
    await postponeLinkRequest(db, expired, 0);
    expect(await take(expired)).toBe(false);
    expect(await rows()).toEqual([{ email, leased: true }]);
    expect(await take(current)).toBe(true);
    expect(await rows()).toEqual([]);
  });

  it('the worker that holds the lease can delete and postpone a request', async () => {
    const { current } = await claimTwice();
    await postponeLinkRequest(db, current, 0);
    expect(await rows()).toEqual([{ email, leased: false }]);
    await deleteLinkRequest(db, current);
    expect(await rows()).toEqual([]);
  });

  it('taking a request deletes the older ones of its address, which cannot be taken any more', async () => {
    await store();
    const older = await claim();
    await store('grace@acme.example');
    await store();
    const newer = (await claimLinkRequests(db, 2, leaseMs)).find((claimed) => claimed.email === email);
    if (newer === undefined) throw new Error('the newer one is not claimed');
    expect(await take(newer)).toBe(true);
    expect(await rows()).toEqual([{ email: 'grace@acme.example', leased: true }]);
    expect(await take(older)).toBe(false);
  });

  it('a request that is not the newest of its address is deleted without a link', async () => {
    await store();
    const older = await claim();
    await store();
    expect(await take(older)).toBe(false);
    expect(await rows()).toEqual([{ email, leased: false }]);
    expect(await take(await claim())).toBe(true);
  });

  it('of many requests that are taken at once only the newest gets a link', async () => {
    for (let index = 0; index < 12; index += 1) await store();
    const claimed = await claimLinkRequests(db, 12, leaseMs);
    expect(claimed).toHaveLength(12);
    const taken = await Promise.all(claimed.map(take));
    const newest = claimed.reduce((one, other) =>
      BigInt(one.sequence) > BigInt(other.sequence) ? one : other,
    );
    expect(claimed.filter((_, index) => taken[index])).toEqual([newest]);
    expect(await rows()).toEqual([]);
  });

  it('a request whose row is locked is neither deleted nor postponed, and nobody waits', async () => {
    await store();
    const claimed = await claim();
    const holder = await db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from link_requests for update');
      await deleteLinkRequest(db, claimed);
      await postponeLinkRequest(db, claimed, 0);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await rows()).toEqual([{ email, leased: true }]);
  });
});
