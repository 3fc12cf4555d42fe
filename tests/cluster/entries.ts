import { type Api, type AuditLog, firstBrokenLink, trailWhen } from '../api.ts';
import type { Change } from './traffic.ts';

/** The name that something was given, as the entry of a change has it. */
const nameIn = ({ changes }: AuditLog): unknown => changes.find(({ field }) => field === 'name')?.after;

const keyOf = (action: string, name: unknown): string => `${action} ${String(name)}`;

/** Waits until the trail has an entry for each change, and throws unless it has each exactly once and is intact. */
export async function checkEntries(api: Api, slug: string, changes: readonly Change[]): Promise<number> {
  const count = (trail: readonly AuditLog[]): Map<string, number> => {
    const times = new Map<string, number>();
    for (const entry of trail) {
      const key = keyOf(entry.action, nameIn(entry));
      times.set(key, (times.get(key) ?? 0) + 1);
    }
    return times;
  };
  const wrong = (trail: readonly AuditLog[]): string[] => {
    const times = count(trail);
    return changes
      .map(({ action, name }) => ({ key: keyOf(action, name), times: times.get(keyOf(action, name)) ?? 0 }))
      .filter((each) => each.times !== 1)
      .map((each) => `${each.key}: ${each.times} entries`);
  };
  const trail = await trailWhen(api, slug, (entries) => wrong(entries).length === 0, 60_000);
  const problems = wrong(trail);
  if (problems.length > 0)
    throw new Error(
      `${problems.length} changes are not in the trail once:\n${problems.slice(0, 20).join('\n')}`,
    );
  const broken = firstBrokenLink(trail);
  if (broken !== undefined) throw new Error(`the trail is broken at entry ${broken}`);
  return trail.length;
}
