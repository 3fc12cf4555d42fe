import type { Schemas } from '../../../api/answer.ts';

type Use = Schemas['Use'];

export const hourMs = 3_600_000;

/** The uses in one hour or on one day, or by one caller. */
export interface Sum {
  readonly reads: number;
  readonly changes: number;
  readonly refused: number;
  readonly failed: number;
}

export const nothing: Sum = { reads: 0, changes: 0, refused: 0, failed: 0 };

export const plus = (sum: Sum, use: Sum): Sum => ({
  reads: sum.reads + use.reads,
  changes: sum.changes + use.changes,
  refused: sum.refused + use.refused,
  failed: sum.failed + use.failed,
});

export const totalOf = ({ reads, changes, refused, failed }: Sum): number =>
  reads + changes + refused + failed;

export interface Hour extends Sum {
  readonly start: number;
}

/** The start of the current hour. */
export const hourOf = (time: number): number => Math.floor(time / hourMs) * hourMs;

/** All hours up to now, oldest first, including hours without uses. */
export function hoursOf(uses: readonly Use[], now: number, count: number): readonly Hour[] {
  const sums = new Map<number, Sum>();
  for (const use of uses) {
    const hour = hourOf(Date.parse(use.hour));
    sums.set(hour, plus(sums.get(hour) ?? nothing, use));
  }
  const last = hourOf(now);
  return Array.from({ length: count }, (_, index) => {
    const start = last - (count - 1 - index) * hourMs;
    return { start, ...(sums.get(start) ?? nothing) };
  });
}

interface CallerSum extends Sum {
  readonly caller: Schemas['UseCaller'];
  /** Null: a session. */
  readonly grantId: string | null;
  /** The last hour with a use. */
  readonly last: string;
}

/** When a caller was last seen: the time that its grant has, or else the hour of its last use. */
export function lastUseOf(
  { last }: Pick<CallerSum, 'last'>,
  grant: Pick<Schemas['Grant'], 'lastUsedAt'> | undefined,
): { readonly at: string } | { readonly from: string; readonly to: string } {
  const at = grant?.lastUsedAt ?? null;
  // It may lag behind, or be of the key that this one has replaced.
  if (at !== null && hourOf(Date.parse(at)) === Date.parse(last)) return { at };
  return { from: last, to: new Date(Date.parse(last) + hourMs).toISOString() };
}

/** The uses of each caller, the busiest first. */
export function callersOf(uses: readonly Use[]): readonly CallerSum[] {
  const sums = new Map<string, CallerSum>();
  for (const use of uses) {
    const { caller, grantId, hour: last } = use;
    sums.set(caller.id, { ...plus(sums.get(caller.id) ?? nothing, use), caller, grantId, last });
  }
  return [...sums.values()].toSorted((one, other) => totalOf(other) - totalOf(one));
}
