import '@patchbay/telemetry/fresh-modules';
import { create, fromBinary, fromJson, toBinary } from '@bufbuild/protobuf';
import { ValueSchema } from '@bufbuild/protobuf/wkt';
import { ChangeSchema, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { topicOf } from '@patchbay/events/topics';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { maxEntryBytes, summaryOf } from '@patchbay/trail/entry-size';
import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import {
  createTrail,
  message,
  organizationMessage,
  sharedAudit,
  sharedTrail,
  startAudit,
} from '../test-bed.fixture.ts';
import { intactChain as intactChainOf } from './intact-chain.fixture.ts';

const delays = vi.hoisted((): number[] => []);
vi.mock(import('@patchbay/telemetry/metrics'), async (original) => {
  const metrics = await original();
  return {
    ...metrics,
    observe(metric, seconds, attributes) {
      if (metric === 'trailDelay') delays.push(seconds);
      metrics.observe(metric, seconds, attributes);
    },
  };
});

type Audit = Awaited<ReturnType<typeof startAudit>>;

const clock = createManualClock(new Date());
const trail = await sharedTrail();
const memberships: Parameters<typeof startAudit>[1] & object = { of: () => [] };
const first = await sharedAudit(trail.url, memberships, { clock });
const second = await sharedAudit(trail.url, memberships, { clock });

describe('recording events', () => {
  const intactChain = (organizationId: string) => intactChainOf(trail, organizationId);

  it('events are recorded in the order of delivery', async () => {
    const organizationId = v7();
    const messages = Array.from({ length: 10 }, () => organizationMessage(organizationId));
    await first.publish(...messages.slice(0, 4));
    await first.publish(...messages.slice(4));
    const entries = await intactChain(organizationId);
    expect(entries.map(({ eventId }) => eventId)).toEqual(messages.map(({ headers }) => headers['event-id']));
  });

  it('an event is recorded once, however often it is delivered, alone or in a batch', async () => {
    const organizationId = v7();
    const [one, two, three] = [1, 2, 3].map(() => organizationMessage(organizationId));
    if (!one || !two || !three) throw new Error('no messages');
    await first.publish(one, two);
    await first.publish(one);
    await first.publish(two, three, one, three);
    expect(await intactChain(organizationId)).toHaveLength(3);
  });

  it('an event of a version that did not shorten values is recorded in at most 16 KB and is no dead letter', async () => {
    const organizationId = v7();
    const long = '😀'.repeat(60_000);
    const old = organizationMessage(organizationId);
    const event = fromBinary(EventSchema, old.value);
    const value = fromJson(ValueSchema, { long });
    const large = toBinary(
      EventSchema,
      create(EventSchema, {
        ...event,
        userAgent: long.slice(0, 50_000),
        changes: [create(ChangeSchema, { field: 'settings', before: value })],
        metadata: {
          organizationKeys: Array<string>(1_000).fill('pby_0123456789A'),
          email: 'ada@example.com',
        },
      }),
    );
    await first.publish({ ...old, value: large }, organizationMessage(organizationId));
    const [recorded, next] = await intactChain(organizationId);
    expect(Buffer.byteLength(recorded?.text ?? '')).toBeLessThan(maxEntryBytes);
    expect(recorded?.entry).toMatchObject({
      changes: [{ field: 'settings', before: summaryOf({ long }), after: null }],
      metadata: { email: 'ada@example.com', organizationKeysOmitted: expect.any(Number) as number },
    });
    expect(next?.entry.sequence).toBe(2);
    const { rows } = await trail.db.pool.query('select from dead_letters where key = $1', [
      Buffer.from(organizationId),
    ]);
    expect(rows).toEqual([]);
  });

  it('the delay from the action to the commit is observed once per entry', async () => {
    const organizationId = v7();
    const batch = [5_000, 60_000, -60_000].map((agoMs) =>
      organizationMessage(organizationId, { now: new Date(clock.now().getTime() - agoMs) }),
    );
    delays.length = 0;
    await first.publish(...batch);
    await first.publish(...batch);
    expect(delays).toEqual([5, 60, 0]);
  });

  it('events for a chain whose head is far ahead of the clock become dead letters', async () => {
    const organizationId = v7();
    await first.publish(organizationMessage(organizationId));
    const move = (to: string) =>
      trail.db.pool.query(
        `update chain_heads head set recorded_at = ${to} from entries entry
         where head.organization_id = $1 and entry.organization_id = $1`,
        [organizationId],
      );
    const other = v7();
    for (const time of [`now() + interval '25 hours'`, `'infinity'`]) {
      await move(time);
      await first.publish(organizationMessage(organizationId), organizationMessage(other));
    }
    // The events become dead letters, and those of other chains are recorded.
    const reason = `the head of the chain of organization ${organizationId} is more than a day ahead of the clock`;
    const { rows } = await trail.db.pool.query('select reason from dead_letters where key = $1', [
      Buffer.from(organizationId),
    ]);
    expect(rows).toEqual([{ reason }, { reason }]);
    expect(await intactChain(other)).toHaveLength(2);
    await move('entry.recorded_at');
    await first.publish(organizationMessage(organizationId));
    expect(await intactChain(organizationId)).toHaveLength(2);
  });

  it('two consumers of the same events keep every chain intact', async () => {
    const organizations = Array.from({ length: 4 }, () => v7());
    const perOrganization = 30;
    const messages = Array.from({ length: perOrganization }).flatMap(() =>
      organizations.map((organizationId) => organizationMessage(organizationId)),
    );
    const backwards = messages.toReversed();
    const inBatchesOf = async (audit: Audit, given: typeof messages, size: number) => {
      for (let start = 0; start < given.length; start += size) {
        await audit.publish(...given.slice(start, start + size));
      }
    };
    await Promise.all([inBatchesOf(first, messages, 7), inBatchesOf(second, backwards, 5)]);
    for (const organizationId of organizations) {
      expect(await intactChain(organizationId)).toHaveLength(perOrganization);
    }
  });

  it('a batch is recorded as a whole after an outage of organization', async () => {
    const [userId, organizationId] = [v7(), v7()];
    const batch = [organizationMessage(organizationId), message({ about: { userId } })];
    memberships.of = undefined;
    await expect(first.publish(...batch)).rejects.toThrow('organization');
    expect(await trail.entriesOf(organizationId)).toEqual([]);
    memberships.of = () => [organizationId];
    await first.publish(...batch);
    expect(await intactChain(organizationId)).toHaveLength(2);
  });

  it('an event about a person is recorded in the organizations of its time, however late and often it is delivered', async () => {
    const [userId, left, joined] = [v7(), v7(), v7()];
    const change = new Date('2026-11-15T10:00:00.500Z');
    memberships.of = (_, moment) => (moment < change ? [left] : [joined]);
    const at = (ms: number) =>
      message({ about: { userId }, action: 'user.signed_in' }, { now: new Date(change.getTime() + ms) });
    const [before, after] = [at(-1), at(0)];
    await first.publishAs('identity', before, after);
    await second.publishAs('identity', after, before);
    const eventIds = async (organizationId: string) =>
      (await intactChain(organizationId)).map(({ eventId }) => eventId);
    expect(await eventIds(left)).toEqual([before.headers['event-id']]);
    expect(await eventIds(joined)).toEqual([after.headers['event-id']]);
  });

  it('an event that can never be recorded becomes a stored dead letter, and the next events are recorded', async () => {
    const organizationId = v7();
    const poison = message({ about: { organizationId }, metadata: { note: 'a\0b' } });
    const garbage = { key: organizationId, value: Buffer.from('not an event'), headers: {} };
    await first.publish(
      organizationMessage(organizationId),
      poison,
      garbage,
      organizationMessage(organizationId),
    );
    expect(await intactChain(organizationId)).toHaveLength(2);
    const { rows } = await trail.db.pool.query<{ reason: string; value: Buffer; key: Buffer }>(
      'select reason, key, value from dead_letters where key = $1 order by id',
      [Buffer.from(organizationId)],
    );
    expect(rows.map(({ value }) => value.toString('hex')).toSorted()).toEqual(
      [poison, garbage].map(({ value }) => Buffer.from(value).toString('hex')).toSorted(),
    );
    expect(rows.map(({ reason }) => reason).join()).toContain('NUL character');
  });

  it('a message becomes a dead letter whatever its headers hold', async () => {
    const key = v7();
    const headers = { 'event-id': 'a\0b', signature: '\ud800"', traceparent: '\u2028' };
    await first.publishUnsigned(topicOf('identity'), { key, value: Buffer.from([0]), headers });
    const { rows } = await trail.db.pool.query(
      'select reason, consumer, headers from dead_letters where key = $1',
      [Buffer.from(key)],
    );
    expect(rows).toEqual([
      {
        reason: 'it is not signed',
        consumer: 'audit',
        headers: { signature: '\ufffd"', traceparent: '\u2028' },
      },
    ]);
  });
});

describe('a month without a partition', () => {
  it('a batch for a month without a partition fails as a whole, and is recorded when the partition exists', async () => {
    const own = await createTrail();
    const audit = await startAudit(own.url);
    try {
      const [one, two] = [v7(), v7()];
      const batch = [organizationMessage(one), organizationMessage(two), organizationMessage(one)];
      const month = new Date().toISOString().slice(0, 7).replace('-', '_');
      await own.db.pool.query(`drop table entries_${month}`);
      await expect(audit.publish(...batch)).rejects.toThrow('no partition');
      const { rows } = await own.db.pool.query('select from chain_heads');
      expect(rows).toEqual([]);
      await own.db.pool.query('select create_partitions(now()::date, now()::date)');
      await audit.publish(...batch);
      expect((await own.entriesOf(one)).map(({ entry }) => entry.sequence)).toEqual([1, 2]);
      expect(await own.entriesOf(two)).toHaveLength(1);
    } finally {
      await audit.stop();
      await own.stop();
    }
  });
});
