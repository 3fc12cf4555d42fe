import type { Struck } from '../faults/run.ts';
import { isUncertain } from '../ledger/change.ts';
import { table } from './table.ts';

const seconds = (ms: number | undefined): string => (ms === undefined ? 'never' : (ms / 1_000).toFixed(1));

/** One line about a fault that is over. */
export const struckText = ({ faults, trailAgainMs }: Struck): string => {
  const names = faults.map(
    ({ process, kind, pauseMs }) =>
      `${process} ${kind}${kind === 'pause' ? ` of ${seconds(pauseMs)} s` : ''}`,
  );
  const again = trailAgainMs === undefined ? 'never again' : `again after ${seconds(trailAgainMs)} s`;
  return `${names.join(' and ')}: a new change was in the trail ${again}`;
};

/** Undefined, that is never, counts as the longest. */
const sorted = (times: readonly (number | undefined)[]): (number | undefined)[] =>
  times.toSorted((one, other) => (one ?? Number.POSITIVE_INFINITY) - (other ?? Number.POSITIVE_INFINITY));

function failuresOf(struck: readonly Struck[]): { sent: number; failed: Map<number | 'lost', number> } {
  const failed = new Map<number | 'lost', number>();
  let sent = 0;
  for (const [status, count] of struck.flatMap(({ statuses }) => [...statuses])) {
    sent += count;
    if (isUncertain({ status })) failed.set(status, (failed.get(status) ?? 0) + count);
  }
  return { sent, failed };
}

/** One row per process and kind of fault, and one for all. */
export function faultTable(all: readonly Struck[]): string {
  const groups = [...Map.groupBy(all, ({ name }) => name)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  const row = (name: string, struck: readonly Struck[]): string[] => {
    const { sent, failed } = failuresOf(struck);
    const times = sorted(struck.map(({ trailAgainMs }) => trailAgainMs));
    const byStatus = [...failed].toSorted(([one], [other]) => String(one).localeCompare(String(other)));
    return [
      name,
      String(struck.length),
      String(sent),
      String([...failed.values()].reduce((sum, count) => sum + count, 0)),
      byStatus.map(([status, count]) => `${status}: ${count}`).join(', '),
      seconds(times[Math.floor((times.length - 1) / 2)]),
      seconds(times.at(-1)),
    ];
  };
  const head = [
    'fault',
    'times',
    'requests meanwhile',
    'failed',
    'by status',
    'trail again s, median',
    'worst',
  ];
  return table(head, [...groups.map(([name, struck]) => row(name, struck)), row('all', all)]);
}
