import { createManualClock } from '@patchbay/runtime/manual-clock';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { emptyChain } from '../domain/chain.ts';
import type { Filters } from '../domain/page.ts';
import { findNewest } from '../store/append.ts';
import { exportEntries } from '../store/export.ts';
import { findPage } from '../store/pages.ts';
import { createMonths, inMonth, type Months, partitionOf } from './months.fixture.ts';

describe('retention beside others', () => {
  let months: Months;
  let organizationId: string;

  beforeAll(async () => {
    months = await createMonths();
  });
  beforeEach(async () => {
    await months.reset();
    ({ organizationId } = await months.recordMonths({ 7: 3, 8: 2 }));
  });
  afterAll(() => months?.stop());

  /** Begins a transaction that has read the trail and does not end. */
  const openReader = async () => {
    const client = await months.trail.db.pool.connect();
    await client.query('begin');
    await client.query('select count(*) from entries');
    let isOpen = true;
    const end = async () => {
      if (!isOpen) return;
      isOpen = false;
      await client.query('commit');
      client.release();
    };
    // Otherwise everything that comes later would wait for it where the test fails.
    onTestFinished(end);
    return end;
  };
  const read = () => findPage(months.db, organizationId, { before: undefined, limit: 50, filters: {} });
  /** Begins a removal, which has failed to get its lock when this resolves, and tries again when the clock is moved. */
  const beginToRemove = async (more: Parameters<Months['retain']>[2] = {}) => {
    const clock = createManualClock(inMonth(11));
    const removing = months.retain(3, [], { clock, ...more });
    // Each test looks at it later.
    removing.catch(() => {});
    await clock.waitingFor(1);
    return { clock, removing };
  };
  /** Longer than the removal waits between two attempts. */
  const waitMs = 1_000;

  it('retention waits for a long reader and blocks nobody meanwhile', async () => {
    const end = await openReader();
    const { clock, removing } = await beginToRemove();
    for (let index = 0; index < 5; index += 1) {
      const [page] = await Promise.all([
        read(),
        months.record(v7(), inMonth(11), months.eventIn(11)),
        months.record(organizationId, inMonth(11), months.eventIn(11)),
        clock.advance(waitMs),
      ]);
      // The last entry may have been recorded before the page was read.
      expect([5 + index, 6 + index]).toContain(page.entries.length);
      await clock.waitingFor(1);
    }
    await end();
    await clock.advance(waitMs);
    expect(await removing).toMatchObject({ complete: true, removed: [{ partition: partitionOf(7) }] });
    expect((await read()).entries).toHaveLength(7);
  });

  const beginExport = async (id: string, filters: Filters) =>
    exportEntries(months.db, id, filters, (await findNewest(months.db, id)) ?? emptyChain);

  it.each<[what: string, filters: Filters]>([
    ['the rest follows a gap', {}],
    ['nothing else is left', { to: new Date('2025-08-01') }],
  ])('an export fails if retention removes its next entries and %s', async (_, filters) => {
    const { organizationId: id } = await months.recordMonths({ 7: 55, 8: 5 });
    const pages = await beginExport(id, filters);
    expect((await pages.next()).value).toHaveLength(50);
    await months.retain(3);
    await expect(pages.next()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('retention does not disturb an export that has read past the month or has not begun', async () => {
    const { organizationId: id } = await months.recordMonths({ 7: 20, 8: 55 });
    const begun = await beginExport(id, { from: new Date('2025-08-01') });
    await begun.next();
    const unread = await beginExport(id, {});
    await months.retain(3);
    expect((await begun.next()).value).toHaveLength(5);
    expect((await unread.next()).value).toHaveLength(50);
    expect((await unread.next()).value).toHaveLength(5);
  });

  it('retention gives up after ten minutes if readers never end, and removes nothing', async () => {
    const end = await openReader();
    const { clock, removing } = await beginToRemove();
    await clock.advance(600_001);
    await expect(removing).rejects.toThrow(/entries_2025_07 stays/);
    await end();
    expect(await months.partitions()).toContain(partitionOf(7));
    expect(await months.checkpointOf(organizationId)).toBeUndefined();
    expect(await months.removedBefore()).toEqual(new Date(0));
  });

  it('a killed retention removes nothing, and the next run continues', async () => {
    const end = await openReader();
    const { clock, removing } = await beginToRemove();
    await months.trail.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'audit retain' and datname = current_database()`,
    );
    await clock.advance(waitMs);
    await expect(removing).rejects.toBeInstanceOf(Error);
    await end();
    expect((await read()).entries).toHaveLength(5);
    expect(await months.checkpointOf(organizationId)).toBeUndefined();
    expect(await months.retain(3)).toMatchObject({ complete: true });
    expect((await read()).entries).toHaveLength(2);
  });

  it('retention ends at its signal', async () => {
    const end = await openReader();
    const stop = new AbortController();
    const { removing } = await beginToRemove({ signal: stop.signal });
    stop.abort();
    await expect(removing).rejects.toThrow(/abort/);
    await end();
    expect((await read()).entries).toHaveLength(5);
  });

  it('several processes remove a month once', async () => {
    const results = await Promise.all([months.retain(2), months.retain(2), months.retain(2)]);
    expect(results.flatMap(({ removed }) => removed.map(({ partition }) => partition)).toSorted()).toEqual([
      partitionOf(7),
      partitionOf(8),
    ]);
    expect(await months.checkpointOf(organizationId)).toMatchObject({ sequence: 5 });
  });

  it('retention removes a month of more organizations than one batch', async () => {
    await months.trail.db.pool.query(
      `with texts as (
         select gen_random_uuid() as id, at, '{"previousHash":"' || repeat('0', 64) || '"}' as entry
         from generate_series(1, 650), (select timestamptz '2025-07-03') as moment (at)
       ), appended as (
         insert into entries (organization_id, sequence, event_id, action, occurred_at, recorded_at, target_type, target_id, entry, hash)
         select id, 1, id, 'a', at, at, 't', 't', entry, encode(sha256(convert_to(entry, 'UTF8')), 'hex') from texts
         returning organization_id, hash, recorded_at
       )
       insert into chain_heads select organization_id, 1, hash, recorded_at from appended`,
    );
    expect(await months.retain(3)).toMatchObject({ removed: [{ chains: 651, entries: 653 }] });
    const { rows } = await months.trail.db.pool.query('select count(*)::int as count from checkpoints');
    expect(rows).toEqual([{ count: 651 }]);
  });
});
