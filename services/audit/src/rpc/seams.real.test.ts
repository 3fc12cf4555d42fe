import { setImmediate as turn } from 'node:timers/promises';
import { createTransact } from '@patchbay/database/transaction';
import { fromConnectError } from '@patchbay/errors/connect';
import { systemClock } from '@patchbay/runtime/clock';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { retain } from '../commands/retain.ts';
import { recordEvents } from '../consumer/record.ts';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import { createPartitions } from '../store/partitions.ts';
import { sessionSettings } from '../store/reads.ts';
import { headKeys, logger, sharedPool, sharedTrail } from '../test-bed.fixture.ts';
import { recordAt } from '../three-months.fixture.ts';
import { createReader, type ShownEntry } from './reader.fixture.ts';

const trail = await sharedTrail();
const db = sharedPool(trail, { settings: sessionSettings });

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
const randomBy = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** The beginning of the next month in UTC, where the next partition begins. */
const border = (() => {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
})();

/** A day of the month before the current one, which is removed while others read, and the entries that each chain has of it. */
const removedDay = (() => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15));
})();
const removedEntries = 120;

const seed = Date.now() % 2 ** 31;
const organizations = [v7(), v7(), v7()] as const;

describe(`reading while entries arrive, seed ${seed}`, () => {
  const random = randomBy(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const anOrganization = (): string => organizations[below(organizations.length)] ?? '';

  beforeAll(async () => {
    await createPartitions(trail.db, removedDay, removedDay);
    for (const id of organizations) {
      const events = Array.from({ length: removedEntries }, () => trailEvent({ occurredAt: removedDay }));
      await recordAt(db, id, removedDay, events);
      committed.set(id, removedEntries);
    }
  });

  /** The last sequence of each chain that was committed: what a reader who begins now must see at least. */
  const committed = new Map<string, number>();

  /** Some turns of the event loop, so that writers and readers do not go in step. */
  const pause = async (limit: number): Promise<void> => {
    for (let turns = below(limit); turns > 0; turns -= 1) await turn();
  };
  /** The month is removed after this many batches of all writers together, while the others are written. */
  const removedAfter = 20;
  const isTime = Promise.withResolvers<void>();
  let recorded = 0;

  /** Records batches for several organizations at once. The clocks of writers differ, and pass the border of a month. */
  const write = async (batches: number): Promise<void> => {
    const transact = createTransact(db);
    for (let batch = 0; batch < batches; batch += 1) {
      const now = new Date(border - 150 + (300 * batch) / batches + below(20));
      const chosen = [...new Set([anOrganization(), anOrganization()])];
      const events = new Map(
        chosen.map((id) => [
          id,
          Array.from({ length: 1 + below(12) }, () => trailEvent({ occurredAt: now })),
        ]),
      );
      await transact('record', (tx) => recordEvents(tx, events, now));
      recorded += 1;
      if (recorded === removedAfter) isTime.resolve();
      for (const [id, added] of events) committed.set(id, (committed.get(id) ?? 0) + added.length);
      await pause(4);
    }
  };

  /** Removes the oldest month, as if the current one was over. */
  const removeMonth = () =>
    retain({
      url: trail.ownerUrl,
      keptMonths: 1,
      heads: headKeys,
      clock: { ...systemClock, now: () => new Date(border) },
      logger,
      print: () => {},
      signal: new AbortController().signal,
      lockTimeoutMs: 50,
    });

  /**
   * The sequences are contiguous up to `least` and further, and each entry names the hash of the one before. They begin with 1 or, where
   * the first month was removed meanwhile, later, but not after it.
   */
  const expectChain = (oldestFirst: readonly ShownEntry[], least: number): void => {
    const first = oldestFirst[0]?.sequence ?? 0;
    expect(first).toBeGreaterThanOrEqual(1);
    expect(first).toBeLessThanOrEqual(removedEntries + 1);
    expect(oldestFirst.map(({ sequence }) => sequence)).toEqual(oldestFirst.map((_, index) => first + index));
    expect(oldestFirst.at(-1)?.sequence).toBeGreaterThanOrEqual(least);
    expect(oldestFirst.slice(1).map(({ previousHash }) => previousHash)).toEqual(
      oldestFirst.slice(0, -1).map(({ hash }) => hash),
    );
  };

  it('consecutive pages neither skip nor repeat an entry, also across months and while one is removed', async () => {
    const reader = createReader(db);
    const written = new AbortController();
    const read = { pages: 0, lists: 0, exports: 0 };

    const list = async (): Promise<void> => {
      const id = anOrganization();
      const least = committed.get(id) ?? 0;
      const all: ShownEntry[] = [];
      for await (const page of reader.pages(id, () => 1 + below(40))) {
        all.push(...page);
        read.pages += 1;
        await pause(3);
      }
      expectChain(all.toReversed(), least);
      read.lists += 1;
    };
    const exportAll = async (): Promise<void> => {
      const id = anOrganization();
      const least = committed.get(id) ?? 0;
      const all: ShownEntry[] = [];
      const wholeExport = async (): Promise<'whole'> => {
        for await (const part of reader.parts(id)) {
          all.push(...part);
          await pause(3);
        }
        return 'whole';
      };
      const outcome = await wholeExport().catch((thrown: unknown) => fromConnectError(thrown, 'audit').code);
      expect(['whole', 'unavailable']).toContain(outcome);
      expect([1, removedEntries + 1]).toContain(all[0]?.sequence);
      // Within the month when it was removed: it must not go on after a gap.
      if (outcome === 'unavailable') return;
      expectChain(all, least);
      read.exports += 1;
    };
    const whileWriting = async (work: () => Promise<void>): Promise<void> => {
      while (!written.signal.aborted) await work();
      await work();
    };
    const writers = Promise.all([write(25), write(25), write(25)]).finally(() => written.abort());
    const removing = isTime.promise.then(removeMonth);
    await Promise.all([writers, removing, ...[list, list, exportAll, exportAll].map(whileWriting)]);
    const entries = organizations.length * removedEntries;
    expect(await removing).toMatchObject({ complete: true, removed: [{ entries, brokenChains: 0 }] });

    expect(read.pages).toBeGreaterThan(read.lists);
    for (const id of organizations) {
      const all = await reader.exportAll(id);
      expectChain(all, committed.get(id) ?? 0);
      expect(all).toHaveLength((committed.get(id) ?? 0) - removedEntries);
      const months = new Set(all.map(({ recordedAt }) => Date.parse(recordedAt) >= border));
      expect(months).toEqual(new Set([false, true]));
    }
  });
});
