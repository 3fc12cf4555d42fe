import { internal } from '@patchbay/errors/failure';

/** A month in UTC, the range of a partition of `entries`. */
export interface Month {
  /** The name of its partition. */
  readonly partition: string;
  readonly begin: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** The month of a moment, or one this many months later. */
export function monthAt(moment: Date, later = 0): Month {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() + later];
  const begin = new Date(Date.UTC(year, month));
  const number = String(begin.getUTCMonth() + 1).padStart(2, '0');
  return {
    partition: `entries_${begin.getUTCFullYear()}_${number}`,
    begin,
    end: new Date(Date.UTC(year, month + 1)),
  };
}

/** The month of a partition; undefined for an unknown name. */
export function monthOf(partition: string): Month | undefined {
  const [, year, number] = /^entries_(\d{4})_(\d\d)$/.exec(partition) ?? [];
  const month = monthAt(new Date(Date.UTC(Number(year), Number(number) - 1)));
  return month.partition === partition ? month : undefined;
}

/** The number of months in a row after that of a moment that have a partition; -1 if that one has none. */
export function monthsAhead(partitions: ReadonlySet<string>, moment: Date): number {
  let ahead = 0;
  while (partitions.has(monthAt(moment, ahead).partition)) ahead += 1;
  return ahead - 1;
}

/**
 * The months whose end is at least this many months ago, oldest first: beside the current month, `keptMonths` whole ones are kept.
 * Throws if a partition has an unknown name: it may hold older entries, and the oldest must be removed first.
 */
export function monthsDue(partitions: Iterable<string>, keptMonths: number, now: Date): readonly Month[] {
  const oldestKept = monthAt(now, -keptMonths).begin;
  return [...partitions]
    .toSorted()
    .map((partition) => {
      const month = monthOf(partition);
      if (month === undefined) throw internal(`${partition} is no partition of a month`);
      return month;
    })
    .filter(({ end }) => end <= oldestKept);
}
