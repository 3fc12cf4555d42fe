import type { Schemas } from '@patchbay/client';

type Entry = Schemas['AuditLog'];

/** The body that webhooks sent for an entry: the API answers the fields of an entry in the order in which they were sent. */
export const bodyOf = (entry: Entry): string =>
  JSON.stringify({ type: entry.action, timestamp: entry.occurredAt, data: entry });

/** How long an entry may occur before it is recorded, while a server is away. */
const lateMs = 86_400_000;
/** How long after it is recorded, by clocks that differ. */
const earlyMs = 60_000;

/** Filters for the entry: the id of an entry, a UUID of version 7, begins with the time at which it was recorded. */
export function around(entryId: string): { readonly from: string; readonly to: string } {
  const recorded = Number.parseInt(entryId.replaceAll('-', '').slice(0, 12), 16);
  return {
    from: new Date(recorded - lateMs).toISOString(),
    to: new Date(recorded + earlyMs).toISOString(),
  };
}
