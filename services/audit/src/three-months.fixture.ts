import type { Database } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { v7 } from 'uuid';
import { recordEvents } from './consumer/record.ts';
import type { TrailEvent } from './domain/entry.ts';
import { trailEvent } from './domain/trail-event.fixture.ts';

/** Records events in the trail of an organization at a moment. Returns how many entries were written. */
export async function recordAt(
  db: Database,
  organizationId: string,
  now: Date,
  events: readonly TrailEvent[],
): Promise<number> {
  const { recorded } = await createTransact(db)('record', (tx) =>
    recordEvents(tx, new Map([[organizationId, events]]), now),
  );
  return recorded.length;
}

/** The months of the trails that `recordOverMonths` records, each in a partition of its own. */
export const months = ['2026-01-20', '2026-02-20', '2026-03-20'].map((day) => new Date(`${day}T12:00:00Z`));

/** `db` must log in as a role that may create partitions. */
export async function createMonths(db: Database): Promise<void> {
  await db.pool.query('select create_partitions($1, $2)', [months[0], months.at(-1)]);
}

/** Records four entries of a new organization in each month: 1 to 4, 5 to 8, 9 to 12. Returns its id. */
export async function recordOverMonths(db: Database): Promise<string> {
  const organizationId = v7();
  for (const month of months) {
    const occurredAt = new Date(month.getTime() - 1_000);
    const workspace = { slug: 'spring', name: 'Spring' };
    const events = Array.from({ length: 4 }, () => trailEvent({ occurredAt, workspace }));
    await recordAt(db, organizationId, month, events);
  }
  return organizationId;
}
