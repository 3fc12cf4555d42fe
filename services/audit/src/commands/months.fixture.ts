import { createPool, type Database } from '@patchbay/database/pool';
import { systemClock } from '@patchbay/runtime/clock';
import { patience } from '@patchbay/testing/postgres';
import { v7 } from 'uuid';
import type { TrailEvent } from '../domain/entry.ts';
import { trailEvent } from '../domain/trail-event.fixture.ts';
import { createPartitions, findPartitions } from '../store/partitions.ts';
import { sessionSettings } from '../store/reads.ts';
import { createTrail, headKeys, logger } from '../test-bed.fixture.ts';
import { recordAt } from '../three-months.fixture.ts';
import { type RetainOptions, retain } from './retain.ts';

/** The fifteenth of a month of 2025, by its number. */
export const inMonth = (number: number): Date => new Date(Date.UTC(2025, number - 1, 15, 12));
export const partitionOf = (number: number): string => `entries_2025_${String(number).padStart(2, '0')}`;

/** A trail of July, August and September 2025, in a database of its own. It is November. */
export async function createMonths() {
  const trail = await createTrail();
  await createPartitions(trail.db, inMonth(7), inMonth(12));
  const db: Database = createPool({
    url: trail.url,
    applicationName: 'test',
    settings: sessionSettings,
    ...patience,
    logger,
  });
  const record = (organizationId: string, now: Date, ...events: TrailEvent[]): Promise<number> =>
    recordAt(db, organizationId, now, events);
  const eventIn = (month: number): TrailEvent => trailEvent({ occurredAt: inMonth(month) });

  /** Records this many entries in each of the months, and returns the organization's id and its events. */
  const recordMonths = async (counts: Readonly<Record<number, number>>) => {
    const organizationId = v7();
    const events: TrailEvent[] = [];
    for (const [month, length] of Object.entries(counts)) {
      const some = Array.from({ length }, () => eventIn(Number(month)));
      await record(organizationId, inMonth(Number(month)), ...some);
      events.push(...some);
    }
    return { organizationId, events };
  };

  return {
    trail,
    db,
    record,
    recordMonths,
    eventIn,
    partitions: () => findPartitions(db),
    /** Prints into `lines`. */
    retain: (keptMonths: number, lines: string[] = [], more: Partial<RetainOptions> = {}) =>
      retain({
        url: trail.ownerUrl,
        keptMonths,
        heads: headKeys,
        clock: { ...systemClock, now: () => inMonth(11) },
        logger,
        print: (line) => void lines.push(line),
        signal: new AbortController().signal,
        lockTimeoutMs: 50,
        ...more,
      }),
    async checkpointOf(organizationId: string) {
      const { rows } = await trail.db.pool.query<{ sequence: number; hash: string; signed: string }>(
        `select sequence::int, hash, signed from checkpoints where organization_id = $1`,
        [organizationId],
      );
      return rows[0];
    },
    async removedBefore(): Promise<Date | undefined> {
      const { rows } = await trail.db.pool.query<{ at: Date }>('select removed_before as at from retention');
      return rows[0]?.at;
    },
    /** Removes every entry, and creates the partitions that were removed. */
    async reset(): Promise<void> {
      await trail.db.pool.query('truncate entries, chain_heads, checkpoints');
      await trail.db.pool.query(`update retention set removed_before = 'epoch'`);
      await createPartitions(trail.db, inMonth(7), inMonth(12));
    },
    async stop() {
      await db.component.stop();
      await trail.stop();
    },
  };
}

export type Months = Awaited<ReturnType<typeof createMonths>>;
