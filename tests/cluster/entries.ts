import { waitFor } from '@patchbay/testing/wait';
import { type Answer, type Api, type AuditLog, firstBrokenLink } from '../api.ts';
import type { Change, TrafficResult } from './traffic.ts';

/** The trail of an organization, read again and again: only what is new is asked for. */
export interface Trail {
  /** All entries, oldest first. */
  read(): Promise<readonly AuditLog[]>;
}

export function openTrail(api: Api, organization: string): Trail {
  const known: AuditLog[] = [];
  return {
    async read() {
      const fresh: AuditLog[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
        const { status, body }: Answer<{ auditLogs: AuditLog[]; nextCursor: string | null }> = await api.get(
          `${organization}/audit-logs?${query}`,
        );
        if (status !== 200) throw new Error(`the trail answered ${status}`);
        const page = body.auditLogs.filter(({ sequence }) => sequence > known.length);
        fresh.push(...page);
        cursor = page.length < body.auditLogs.length ? null : body.nextCursor;
      }
      known.push(...fresh.toReversed());
      return known;
    },
  };
}

const keyOf = ({ action, mark }: Change): string => `${action} ${mark}`;

/** What the entry is about, as `Change` has it. */
const keyOfEntry = ({ action, changes, metadata }: AuditLog): string =>
  keyOf({
    action,
    mark: String(metadata['path'] ?? changes.find(({ field }) => field === 'name')?.after),
  });

/** Longer than the relay takes to record a change whose answer it never learned: five minutes. */
const recordedMs = 480_000;

/**
 * Waits until the trail has an entry for each acknowledged change. Throws unless it has each of these exactly once, none of the others
 * twice, and is intact. A change that `wasSent` to a provider must be there, acknowledged or not.
 */
export async function checkEntries(
  trail: Trail,
  { acknowledged, unacknowledged }: TrafficResult,
  wasSent: (change: Change) => boolean,
): Promise<readonly AuditLog[]> {
  const required = [...acknowledged, ...unacknowledged.filter(wasSent)];
  const wrong = (entries: readonly AuditLog[]): string[] => {
    const times = new Map<string, number>();
    for (const entry of entries) {
      const key = keyOfEntry(entry);
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    const timesOf = (change: Change): number => times.get(keyOf(change)) ?? 0;
    return [
      ...required.filter((change) => timesOf(change) !== 1),
      ...unacknowledged.filter((change) => timesOf(change) > 1),
    ].map((change) => `${keyOf(change)}: ${timesOf(change)} entries`);
  };
  let problems: readonly string[] = [];
  await waitFor(
    async () => {
      problems = wrong(await trail.read());
      return problems.length === 0;
    },
    { what: 'an entry for each change', timeoutMs: recordedMs, intervalMs: 500 },
  ).catch((error: Error) => {
    throw new Error(`${error.message}:\n${problems.slice(0, 20).join('\n')}`);
  });
  const entries = await trail.read();
  const broken = firstBrokenLink(entries);
  if (broken !== undefined) throw new Error(`the trail is broken at entry ${broken}`);
  return entries;
}
