import '@patchbay/telemetry/fresh-modules';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { createLog } from '@patchbay/testing/log';
import { v7 } from 'uuid';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { monthAt } from '../domain/month.ts';
import { createPartitions, findPartitions } from '../store/partitions.ts';
import { logger, organizationMessage, sharedPool, sharedTrail, startAudit } from '../test-bed.fixture.ts';
import { createPartitionsAhead } from './partitions.ts';

const gauges = vi.hoisted((): Map<string, number> => new Map());
vi.mock('@patchbay/telemetry/metrics', async (original) => ({
  ...(await original<object>()),
  set: (metric: string, value: number) => void gauges.set(metric, value),
}));

const trail = await sharedTrail();
const db = sharedPool(trail);

const now = new Date();
const wanted = [0, 1, 2, 3].map((later) => monthAt(now, later).partition);

describe('partitions of the trail', () => {
  const asOwner = (statement: string) => trail.db.pool.query(statement);
  const dropAll = async () => {
    for (const name of await findPartitions(trail.db)) await asOwner(`drop table ${name}`);
  };

  it('partitions of this month and the next three are created', async () => {
    await dropAll();
    const audit = await startAudit(trail.url);
    onTestFinished(() => audit.stop());
    await audit.worker('partitions').runDue();
    expect([...(await findPartitions(db))].toSorted()).toEqual(wanted);
    await audit.publish(organizationMessage(v7()));
    expect(gauges.get('partitionsAhead')).toBe(3);
  });

  it('several processes create each partition once', async () => {
    await dropAll();
    const names = await Promise.all(
      Array.from({ length: 6 }, () => createPartitions(db, now, monthAt(now, 3).begin)),
    );
    expect(names.flat().toSorted()).toEqual(wanted);
  });

  it('a partition has every index of the trail and holds a month in UTC', async () => {
    const name = monthAt(now).partition;
    const { rows } = await asOwner(`
      select (select count(*)::int from pg_index where indrelid = '${name}'::regclass and indisvalid) as indexes,
             (select count(*)::int from pg_index where indrelid = 'entries'::regclass) as wanted,
             pg_get_expr(relpartbound, oid) as bounds
      from pg_class where oid = '${name}'::regclass`);
    const [begin, end] = [monthAt(now).begin, monthAt(now).end].map((date) =>
      date.toISOString().replace('T', ' ').replace('.000Z', '+00'),
    );
    expect(rows).toEqual([{ indexes: 9, wanted: 9, bounds: `FOR VALUES FROM ('${begin}') TO ('${end}')` }]);
  });

  it('creating a partition neither blocks readers and writers nor waits for them', async () => {
    const reader = await trail.db.pool.connect();
    const writer = await db.pool.connect();
    const creator = await db.pool.connect();
    const insert = (client: Pick<typeof writer, 'query'>, sequence: number) =>
      client.query(
        `insert into entries select $1::uuid, $2::bigint, $1::uuid, 'a', now(), now(), null, null, 't', 't', '{}', ''`,
        [v7(), sequence],
      );
    try {
      // Transactions that have read and written the trail and have not ended.
      await reader.query('begin');
      await reader.query('select count(*) from entries');
      await writer.query('begin');
      await insert(writer, 1);
      await creator.query('begin');
      await creator.query(`set lock_timeout = '1s'`);
      const created = await creator.query(`select create_partitions(current_date, current_date + 365)`);
      expect(created.rowCount).toBeGreaterThan(7);
      // Now the creation has not ended, and others begin.
      await db.pool.query(`select count(*) from entries`);
      await insert(db.pool, 2);
      await reader.query('select count(*) from entries');
      await insert(writer, 3);
    } finally {
      for (const client of [creator, writer, reader]) {
        await client.query('rollback');
        client.release();
      }
    }
  });

  it.each([
    ['the distant past', `'2001-01-01', '2001-01-31'`],
    ['a past that is too long', `current_date - 400, current_date`],
    ['the distant future', `current_date, current_date + 800`],
    ['no end', `current_date, 'infinity'`],
    ['nothing', `null, null`],
    ['the wrong order', `current_date, current_date - 40`],
    ['years that no timestamp of the API has', `'0044-03-15 BC', '0044-03-15 BC'`],
  ])('the service may not create partitions for %s', async (_, range) => {
    const before = await findPartitions(db);
    await expect(db.pool.query(`select create_partitions(${range})`)).rejects.toThrow(/partitions from/);
    expect(await findPartitions(db)).toEqual(before);
  });

  it('the search path of the caller does not change which table gets a partition', async () => {
    const name = monthAt(now, 5).partition;
    const client = await db.pool.connect();
    try {
      await client.query(`set search_path to pg_catalog, public`);
      await client.query(`select audit.create_partitions($1::date, $1::date)`, [monthAt(now, 5).begin]);
    } finally {
      await client.query('reset search_path');
      client.release();
    }
    const { rows } = await asOwner(
      `select pg_get_userbyid(relowner) as owner, relnamespace::regnamespace::text as schema from pg_class where relname = '${name}'`,
    );
    expect(rows).toEqual([{ owner: 'audit_owner', schema: 'audit' }]);
  });

  it('a partition holds a month in UTC, whatever the time zone and date style of the caller', async () => {
    const { partition, begin, end } = monthAt(now, 6);
    const client = await db.pool.connect();
    try {
      // A zone five hours ahead whose name is written behind times in this form, and read again as nine hours.
      await client.query(`set timezone to '<+09>-5'; set datestyle to 'Postgres, MDY'`);
      await client.query(`select create_partitions($1::date, $1::date)`, [begin.toISOString().slice(0, 10)]);
    } finally {
      await client.query('reset timezone; reset datestyle');
      client.release();
    }
    const { rows } = await asOwner(
      `select pg_get_expr(relpartbound, oid) as bounds from pg_class where relname = '${partition}'`,
    );
    const [from, to] = [begin, end].map((date) =>
      date.toISOString().replace('T', ' ').replace('.000Z', '+00'),
    );
    expect(rows).toEqual([{ bounds: `FOR VALUES FROM ('${from}') TO ('${to}')` }]);
  });

  it('a missing partition is reported and retried until it exists', async () => {
    await dropAll();
    await asOwner('revoke execute on function create_partitions(date, date) from audit');
    const clock = createManualClock(now);
    const ahead = createPartitionsAhead({ db, logger, clock });
    onTestFinished(() => ahead.stop());
    await ahead.start();
    await clock.waitingFor(1);
    const missing = `there is no partition ${monthAt(now).partition}: permission denied`;
    expect(ahead.trouble?.()).toMatch(new RegExp(`^${missing}`));
    expect(gauges.get('partitionsAhead')).toBe(-1);
    await asOwner('grant execute on function create_partitions(date, date) to audit');
    await clock.advance(1_000);
    await clock.waitingFor(1);
    expect(ahead.trouble?.()).toBeUndefined();
    expect(gauges.get('partitionsAhead')).toBe(3);
  });

  it('the worker reports no trouble as long as this month has a partition', async () => {
    await asOwner('revoke execute on function create_partitions(date, date) from audit');
    onTestFinished(async () => {
      await asOwner('grant execute on function create_partitions(date, date) to audit');
    });
    const clock = createManualClock(now);
    const log = createLog();
    const ahead = createPartitionsAhead({ db, logger: log.logger, clock });
    onTestFinished(() => ahead.stop());
    await ahead.start();
    await clock.waitingFor(1);
    expect(log.lines.map(({ msg }) => msg)).toEqual(['worker failed, retrying']);
    expect(ahead.trouble?.()).toBeUndefined();
    // The month ends, and the next one has none.
    await clock.jump(monthAt(now, 4).begin.getTime() - now.getTime());
    expect(ahead.trouble?.()).toContain(monthAt(now, 4).partition);
  });
});
