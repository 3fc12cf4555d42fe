import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChainedEntry, Entry, TrailEvent } from '../domain/entry.ts';
import type { Filters } from '../domain/page.ts';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import { findNewest } from '../store/append.ts';
import { exportEntries } from '../store/export.ts';
import { findPage } from '../store/pages.ts';
import { createPartitions } from '../store/partitions.ts';
import { sessionSettings } from '../store/reads.ts';
import { sharedPool, sharedTrail } from '../test-bed.fixture.ts';
import { recordAt } from '../three-months.fixture.ts';

const trail = await sharedTrail();
await createPartitions(trail.db, new Date('2025-07-01'), new Date('2026-03-01'));
const db = sharedPool(trail, { settings: sessionSettings });

const hour = 3_600_000;
const day = 24 * hour;
/** The last hour of October. */
const october = new Date('2025-10-31T23:30:00.000Z');
const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

describe('recording in months', () => {
  const record = (organizationId: string, now: Date, ...events: TrailEvent[]): Promise<number> =>
    recordAt(db, organizationId, now, events);
  const partitionsOf = async (organizationId: string): Promise<string[]> => {
    const { rows } = await trail.db.pool.query<{ partition: string }>(
      `select tableoid::regclass::text as partition from entries where organization_id = $1 order by sequence`,
      [organizationId],
    );
    return rows.map(({ partition }) => partition);
  };

  describe('an event that is delivered again', () => {
    it.each([
      ['at once', 0],
      ['months later', 120 * day],
      ['when the clock has gone back by most of a day', -23 * hour],
    ])('an event that is delivered again %s is not recorded again', async (_, afterMs) => {
      const organizationId = v7();
      const event = trailEvent({ occurredAt: later(october, -1_000) });
      expect(await record(organizationId, october, event)).toBe(1);
      expect(await record(organizationId, later(october, afterMs), event)).toBe(0);
      // In a batch with others, and twice in it.
      const other = trailEvent({ occurredAt: later(october, -500) });
      expect(await record(organizationId, later(october, afterMs), event, other, event)).toBe(1);
      expect(await record(organizationId, later(october, afterMs), other, event)).toBe(0);
    });

    it('an event is not recorded again after the clock went back by a month, and others are refused', async () => {
      const organizationId = v7();
      const event = trailEvent({ occurredAt: later(october, -1_000) });
      expect(await record(organizationId, october, event)).toBe(1);
      const now = later(october, -31 * day);
      expect(await record(organizationId, now, event)).toBe(0);
      const other = trailEvent({ occurredAt: later(october, -500) });
      await expect(record(organizationId, now, event, other)).rejects.toThrow('more than a day ahead');
    });

    it('a repeated event is found in the month before the one in which it occurred', async () => {
      const organizationId = v7();
      // The clock of its service is ahead by most of a day.
      const event = trailEvent({ occurredAt: later(october, 23 * hour) });
      expect(await record(organizationId, october, event)).toBe(1);
      expect(await partitionsOf(organizationId)).toEqual(['entries_2025_10']);
      expect(await record(organizationId, later(october, 2 * day), event)).toBe(0);
    });

    it('an event of another trail is recorded', async () => {
      const [one, two] = [v7(), v7()];
      const event = trailEvent({ occurredAt: october });
      expect(await record(one, october, event)).toBe(1);
      expect(await record(two, october, event)).toBe(1);
      expect(await record(one, later(october, hour), event)).toBe(0);
    });
  });

  it('after the clock went back, entries are recorded in the month of the newest entry', async () => {
    const organizationId = v7();
    await record(organizationId, later(october, hour), trailEvent({ occurredAt: october }));
    await record(organizationId, october, trailEvent({ occurredAt: october }));
    await record(organizationId, later(october, 2 * hour), trailEvent({ occurredAt: october }));
    expect(await partitionsOf(organizationId)).toEqual(Array(3).fill('entries_2025_11'));
    const entries = await trail.entriesOf(organizationId);
    expect(entries.map(({ entry }) => entry.recordedAt)).toEqual(
      [hour, hour, 2 * hour].map((ms) => later(october, ms).toISOString()),
    );
  });

  describe('late and early events', () => {
    const organizationId = v7();
    let all: Entry[];
    const entriesOf = (rows: readonly ChainedEntry[]) => rows.map(({ text }) => JSON.parse(text) as Entry);

    beforeAll(async () => {
      const delays = [
        0,
        40,
        3 * day,
        1_000,
        -5 * hour,
        0,
        2 * hour,
        -day,
        26 * hour,
        7,
        hour - 1,
        hour,
        hour + 1,
      ];
      for (let number = 0; number < 60; number += 1) {
        const now = later(october, (number - 40) * 5 * hour);
        const delay = delays[number % delays.length] ?? 0;
        await record(organizationId, now, trailEvent({ occurredAt: later(now, -delay) }));
      }
      all = (await trail.entriesOf(organizationId)).map(({ entry }) => entry);
    });

    const list = async (filters: Filters): Promise<number[]> => {
      const sequences: number[] = [];
      let before: Parameters<typeof findPage>[2]['before'];
      do {
        const page = await findPage(db, organizationId, { before, limit: 23, filters });
        sequences.push(...entriesOf(page.entries).map(({ sequence }) => sequence));
        before = page.next;
      } while (before !== undefined);
      return sequences;
    };
    const exported = async (filters: Filters): Promise<number[]> => {
      const last = await findNewest(db, organizationId);
      if (last === undefined) throw new Error('there are entries');
      const sequences: number[] = [];
      for await (const rows of exportEntries(db, organizationId, filters, last))
        sequences.push(...entriesOf(rows).map(({ sequence }) => sequence));
      return sequences;
    };

    const found = async (filters: Filters) => ({
      listed: await list(filters),
      exported: await exported(filters),
    });
    /** By a look at each entry. */
    const matching = ({ from, to }: Filters) => {
      const sequences = all
        .filter(({ occurredAt }) => {
          const occurred = new Date(occurredAt);
          return !(from && occurred < from) && !(to && occurred >= to);
        })
        .map(({ sequence }) => sequence);
      return { listed: sequences.toReversed(), exported: sequences };
    };

    it('late and early events are listed and exported by the time at which they occurred', async () => {
      const moments = all
        .filter((_, index) => index % 3 === 0)
        .map(({ occurredAt }, index) => later(new Date(occurredAt), index % 2));
      for (const [index, moment] of moments.entries()) {
        const other = moments[(index * 7 + 3) % moments.length] ?? moment;
        const [from, to] = moment < other ? [moment, other] : [other, moment];
        for (const filters of [{ from: moment }, { to: moment }, { from, to }])
          expect(await found(filters)).toEqual(matching(filters));
      }
    });
  });
});
