import { internal } from '@patchbay/errors/failure';

/** A month in UTC, which is what a partition of `entries` holds. */
export interface Month {
  /** The name of its partition. */
  readonly partition: string;
  readonly begin: Date;
  /** Exclusive. */
  readonly end: Date;
}

/** The month that is this many months after the one of a moment. */
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

/** The month of a partition; undefined where its name is none that this service gives. */
export function monthOf(partition: string): Month | undefined {
  const [, year, number] = /^entries_(\d{4})_(\d\d)$/.exec(partition) ?? [];
  const month = monthAt(new Date(Date.UTC(Number(year), Number(number) - 1)));
  return month.partition === partition ? month : undefined;
}

/** How many months without a gap have a partition after that of a moment; -1 where that one has none. */
export function monthsAhead(partitions: ReadonlySet<string>, moment: Date): number {
  let ahead = 0;
  while (partitions.has(monthAt(moment, ahead).partition)) ahead += 1;
  return ahead - 1;
}

/**
 * The months whose end is at least this many months ago, oldest first: beside the current month, `keptMonths` whole ones are kept.
 * Throws where a partition holds no month: it may hold older entries, and the oldest must go first.
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
