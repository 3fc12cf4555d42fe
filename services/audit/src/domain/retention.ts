import { internal } from '@patchbay/errors/failure';
import { type Month, monthAt, monthOf } from './month.ts';

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
