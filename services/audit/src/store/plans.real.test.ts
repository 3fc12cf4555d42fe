import { type Connection } from '@patchbay/database/pool';
import type { Transaction } from '@patchbay/database/transaction';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthAt } from '../domain/month.ts';
import type { Filters } from '../domain/page.ts';
import { sharedPool, sharedTrail } from '../test-bed.fixture.ts';
import { findActivity } from './activity.ts';
import { findRecorded } from './append.ts';
import { exportEntries } from './export.ts';
import { findPage } from './pages.ts';
import { createPartitions, findPartitions } from './partitions.ts';
import { createExplainer, type Execution, type Sent, statementsOf } from './plans.fixture.ts';
import { sessionSettings } from './reads.ts';

const trail = await sharedTrail();
const service = sharedPool(trail, { settings: sessionSettings });

/** A fixed one: no page of these tests crosses the border of a month by chance. */
const now = new Date('2025-11-15T12:00:00Z');
/** The trail begins four months back and ends in this month. */
const months = [-4, -3, -2, -1, 0].map((later) => monthAt(now, later));
const begin = monthAt(now, -4).begin;
const count = 12_000;
const spanMs = now.getTime() - begin.getTime();
/** When the nth entry of the large organization was recorded; it occurred at the same moment. */
const timeOf = (sequence: number): Date =>
  new Date(begin.getTime() + Math.floor((sequence * spanMs) / count));
const large = v7();
const limit = 50;
/** More than an export reads with one query. */
const maxExported = 1_000;
const [middle, late] = [timeOf(6_000), timeOf(9_000)];
const hour = 3_600_000;
/** One entry was recorded after `late` and occurred before `middle`. */
const lateSequence = 11_900;
const lateDays = 120;
/** The partial index of late entries, as Postgres names it in a partition. */
const lateIndex = 'organization_id_recorded_at_sequence_occurr_idx';
/** Entries that a page up to this moment skips: recorded within an hour after it. */
const skippedAfter = (moment: Date): number =>
  Array.from({ length: count }, (_, index) => timeOf(index + 1).getTime() - moment.getTime()).filter(
    (ms) => ms >= 0 && ms < hour,
  ).length;

const rareSequences = Array.from({ length: count }, (_, index) => index + 1).filter(
  (sequence) => sequence % 400 === 7 && timeOf(sequence) < monthAt(now).begin,
);

/**
 * The large organization has most rows, and one that is late. Each column has a frequent value and a rare one; the newest month has
 * one organization and one value.
 */
const fill = `
  insert into entries (organization_id, sequence, event_id, action, occurred_at, recorded_at, actor_id, workspace_id, workspace_slug,
                       target_type, target_id, entry, hash)
  select organization, number, gen_random_uuid(), value,
         case when number = ${lateSequence} then at - interval '${lateDays} days' else at end as occurred, at, value, value, value, value, value, '{"pad":"' || repeat('x', 500) || '"}', ''
  from (select $1::uuid as organization, number, case when number = any ($4) then 'rare' else 'frequent' end as value,
               to_timestamp(floor($2 + number * $3::float8 / ${count}) / 1000) as at
        from generate_series(1, ${count}) as number
        union all
        select organization, number, 'frequent', to_timestamp(floor($2 + number * $3::float8 / 40) / 1000)
        from (select gen_random_uuid() as organization from generate_series(1, 40)) others, generate_series(1, 30) as number) rows
  order by at`;

const columns = ['action', 'actorId', 'workspaceSlug', 'targetType', 'targetId'] as const;
const singles: Filters[] = [
  ...columns.map((name) => ({ [name]: 'rare' })),
  { workspaceSlug: 'rare', workspaceId: 'rare' },
  { from: middle },
  { to: middle },
];
const pairs: Filters[] = singles.flatMap((one, index) =>
  singles.slice(index + 1).map((other) => ({ ...one, ...other })),
);
const every = { ...Object.assign({}, ...singles), from: middle, to: late } as Filters;

const page = (filters: Filters, after?: number) =>
  statementsOf((db) =>
    findPage(db, large, {
      before: after === undefined ? undefined : { sequence: after, recordedAt: timeOf(after) },
      limit,
      filters,
    }),
  );
const activity = (integrationId?: string) =>
  statementsOf((db) =>
    findActivity(db, large, {
      before: undefined,
      limit,
      workspace: { id: 'rare', slug: 'rare' },
      integrationId,
    }),
  );
const last = { sequence: count, recordedAt: timeOf(count) };
const exported = (filters: Filters) =>
  statementsOf(async (db) => {
    for await (const rows of exportEntries(db, large, filters, last)) expect(rows).toEqual([]);
  });
const recorded = (occurredAt: Date) =>
  statementsOf(
    (db) =>
      findRecorded(db as Transaction, [
        { organizationId: large, eventId: v7(), occurredAt },
        { organizationId: v7(), eventId: v7(), occurredAt: now },
      ]),
    [{ removedBefore: new Date(0), organizationId: null, eventId: null }],
  );

const partitionsOf = ({ scans }: Execution): string[] => scans.map(({ partition }) => partition).toSorted();

describe('the statements over the trail', () => {
  let session: Connection;
  let explain: ReturnType<typeof createExplainer>;

  const explainOne = async ([sent, ...more]: readonly Sent[]): Promise<Execution> => {
    if (sent === undefined || more.length > 0) throw new Error('expected one statement');
    return explain(sent);
  };
  /**
   * Reads by an index in the order of pages, from one partition after the other. Up to a moment it merges two such reads: the second
   * by the index of late entries alone.
   */
  const expectOrdered = (execution: Execution, what: string, hasTo: boolean): void => {
    expect({ what, nodeTypes: execution.nodeTypes }).toEqual({
      what,
      nodeTypes: expect.not.arrayContaining([
        expect.stringMatching(/Sort|Seq Scan|Bitmap|Gather/),
      ]) as unknown,
    });
    expect(execution.nodeTypes).toContain('Append');
    const { merged } = execution;
    expect({ what, merged: merged.length }).toEqual({ what, merged: hasTo ? 2 : 0 });
    expect(merged[0] ?? []).not.toContain(lateIndex);
    // None where the cursor leaves out every partition.
    if (hasTo) expect([[lateIndex], []]).toContainEqual(merged[1]);
    for (const { index } of execution.scans) expect(index).toMatch(/_recorded_at_/);
  };

  beforeAll(async () => {
    await createPartitions(trail.db, begin, monthAt(now, 3).begin);
    // Nothing but this test gathers statistics.
    for (const name of await findPartitions(trail.db))
      await trail.db.pool.query(`alter table ${name} set (autovacuum_enabled = false)`);
    session = await service.pool.connect();
    explain = createExplainer(session);
  });
  afterAll(() => session?.release());

  /** Every statement of a list and of an export: without a filter, with each, with each pair and with all. */
  const statements = async () =>
    (
      await Promise.all(
        [{}, ...singles, ...pairs, every].map((filters) =>
          Promise.all([page(filters), page(filters, 8_000), exported(filters)]),
        ),
      )
    ).flat();

  describe.each(['that were planned when there were no rows', 'that know the rows'])('%s', (which) => {
    beforeAll(async () => {
      if (which === 'that know the rows') {
        await trail.db.pool.query('analyze entries');
        return;
      }
      for (const sent of await statements()) await explainOne(sent);
      await explainOne(await recorded(now));
      await trail.db.pool.query(fill, [large, begin.getTime(), spanMs, rareSequences]);
      await trail.db.pool.query(
        `insert into chain_heads select organization_id, max(sequence), '', max(recorded_at) from entries group by 1`,
      );
    });

    it('pages are read by an index, in order, with any filters', async () => {
      const all = await statements();
      expect(all).toHaveLength((2 + singles.length + pairs.length) * 3);
      for (const sent of all) {
        const name = sent[0]?.statement.name ?? '';
        // The last bit of the name is that of `to`.
        expectOrdered(await explainOne(sent), name, name.endsWith('1'));
      }
    });

    it('the first page is read from one partition', async () => {
      const first = await explainOne(await page({}));
      expect(first.rows).toBe(limit + 1);
      expect(first.scans.filter(({ rows }) => rows > 0)).toHaveLength(1);
    });

    it('each filter reads no more rows than a page has', async () => {
      for (const name of columns) {
        for (const [value, total] of [
          ['frequent', count],
          ['rare', rareSequences.length],
          ['missing', 0],
        ] as const) {
          const filters = { [name]: value };
          const first = await explainOne(await page(filters));
          expect({ name, value, rows: first.rows }).toEqual({
            name,
            value,
            rows: Math.min(limit + 1, total),
          });
          const next = await explainOne(await page(filters, 11_000));
          expect(next.rows).toBeLessThanOrEqual(first.rows);
          const whole = await explainOne(await exported(filters));
          expect(whole.rows).toBeLessThanOrEqual(Math.min(maxExported, total));
        }
      }
    });

    it('what happened in a workspace, or to an integration, reads the entries of that alone', async () => {
      const ofWorkspace = await explainOne(await activity());
      expect(ofWorkspace.rows).toBe(rareSequences.length);
      for (const { index } of ofWorkspace.scans) expect(index).toMatch(/workspace_slug_recorded_at_/);
      const ofIntegration = await explainOne(await activity('rare'));
      expect(ofIntegration.rows).toBe(rareSequences.length);
      for (const { index } of ofIntegration.scans) expect(index).toMatch(/_target_(id|type)_recorded_at_/);
    });

    it('a page that begins at a moment skips no newer entry', async () => {
      const before = months.filter((month) => month.begin <= middle).map(({ partition }) => partition);
      const until = await explainOne(await page({ to: middle }));
      expect(until.rows).toBe(limit + 1 + skippedAfter(middle));
      const others = until.scans.filter(({ index }) => !index?.endsWith(lateIndex));
      expect(before).toEqual(expect.arrayContaining(others.map(({ partition }) => partition)));
      const between = await explainOne(await page({ from: middle, to: late }));
      expect(between.rows).toBe(limit + 1 + skippedAfter(late));
      const inMonths = months.filter((month) => month.end > middle && month.begin <= late);
      expect(inMonths.map(({ partition }) => partition)).toEqual(
        expect.arrayContaining(
          between.scans.filter(({ rows }) => rows > 0).map(({ partition }) => partition),
        ),
      );
    });

    it('an entry recorded months late does not make pages read more rows', async () => {
      for (const name of columns) {
        for (const [value, total] of [
          ['frequent', count],
          ['rare', rareSequences.length],
          ['missing', 0],
        ] as const) {
          const filters = { [name]: value, to: middle };
          for (const sent of [await page(filters), await exported(filters)]) {
            const { rows, scans } = await explainOne(sent);
            const ofLate = scans.filter(({ index }) => index?.endsWith(lateIndex));
            expect(ofLate.reduce((sum, one) => sum + one.rows, 0)).toBe(1);
            expect(rows).toBeLessThanOrEqual(Math.min(limit + 1 + skippedAfter(middle), total) + 1);
          }
        }
      }
    });

    it('an export from a moment skips at most one day of rows', async () => {
      const since = await explainOne(await exported({ from: middle }));
      const aDay = Math.ceil((86_400_000 * count) / spanMs);
      expect(since.rows).toBeLessThanOrEqual(maxExported + aDay + 1);
      const recent = await explainOne(await exported({ from: late }));
      expect(partitionsOf(recent)[0]).toBe(monthAt(new Date(late.getTime() - 86_400_000)).partition);
    });

    it('filters outside of the trail read no rows', async () => {
      expect((await explainOne(await page({ to: new Date(begin.getTime() - hour) }))).rows).toBe(0);
      expect((await explainOne(await page({ from: monthAt(now, 2).begin }))).rows).toBe(0);
      expect((await explainOne(await exported({ from: monthAt(now, 2).begin }))).rows).toBe(0);
    });

    it('a page after a cursor reads its partition or an older one', async () => {
      const next = await explainOne(await page({}, 6_000));
      expect(next.rows).toBe(limit + 1);
      expect(partitionsOf(next)).toEqual([monthAt(middle).partition]);
      expect(next.skipped).not.toContain(monthAt(now).partition);
    });

    it('repeated events are looked up by id, from the first month in which they can have been recorded', async () => {
      const execution = await explainOne(await recorded(middle));
      expect(execution.rows).toBe(0);
      expect(partitionsOf(execution)[0]).toBe(monthAt(new Date(middle.getTime() - 86_400_000)).partition);
      expect(execution.nodeTypes.join()).not.toMatch(/Sort/);
      // The index below a bitmap is a node of its own.
      const byNode = execution.scans.filter(({ type }) => type !== 'Bitmap Heap Scan');
      expect(byNode.filter(({ index }) => !index?.includes('event_id'))).toEqual([]);
      expect(execution.scans.map(({ partition }) => partition)).not.toContain(months[0]?.partition);
    });
  });
});
