import { createTransact } from '@patchbay/database/pg-transaction';
import type { Database } from '@patchbay/database/pool';
import { recordEvents } from './consumer/record.ts';
import type { TrailEvent } from './domain/entry.ts';

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
