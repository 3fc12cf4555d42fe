import { type Change, windowOf } from '../chaos/ledger.ts';
import type { Observation } from '../chaos/verify/evidence.ts';
import type { BaseBackup } from './base-backup.ts';

/** What clients were told, seen from a backup. */
export interface Known {
  /** Changes that the backup has. Values that a change wrote while the backup ended are left out of them. */
  readonly before: readonly Change[];
  /** Changes that were under way when the backup ended: it has them or not. Only their memberships are of use. */
  readonly during: readonly Change[];
  /** Changes that the restore undoes. */
  readonly after: readonly Change[];
  /** The values among these of which clients know what they were in the backup. */
  readonly comparable: (observations: readonly Observation[]) => readonly Observation[];
}

/** Only their creators see personal keys; what a request with one gets is compared all the same. */
const isPersonalKey = (cell: string): boolean => cell.startsWith('API key Personal key');

const cellsOf = (changes: readonly Change[]): Set<string> =>
  new Set(changes.flatMap(({ writes }) => writes.map(({ cell }) => cell)));

export function knownAt({ from, to }: Pick<BaseBackup, 'from' | 'to'>, changes: readonly Change[]): Known {
  const isBefore = (change: Change): boolean => windowOf(change).to < from;
  const isAfter = (change: Change): boolean => windowOf(change).from > to;
  const during = changes.filter((change) => !isBefore(change) && !isAfter(change));
  const after = changes.filter(isAfter);
  const unsure = cellsOf(during);
  const before = changes.filter(isBefore).map((change) => ({
    ...change,
    writes: change.writes.filter(({ cell }) => !unsure.has(cell) && !isPersonalKey(cell)),
  }));
  const [earlier, later] = [cellsOf(before), cellsOf(after)];
  // Clients still have the secrets of keys that were made after the backup, and try them.
  const isLostKey = ({ cell, value }: Observation): boolean =>
    value === 'refused' && later.has(cell) && !earlier.has(cell);
  return {
    before,
    during: during.map((change) => ({ ...change, outcome: 'unknown' as const, effects: [], writes: [] })),
    after,
    comparable: (observations) =>
      observations.filter(
        (observation) =>
          !unsure.has(observation.cell) && !isPersonalKey(observation.cell) && !isLostKey(observation),
      ),
  };
}
