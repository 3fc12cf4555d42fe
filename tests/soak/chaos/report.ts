import { table } from '@patchbay/testing/table';
import type { Statuses, Struck } from './faults.ts';
import { isUncertain } from './ledger.ts';
import type { Calm, Checked } from './verify/evidence.ts';

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

const byStatus = (failed: Statuses): string =>
  [...failed]
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');

/** One row per process and kind of fault, one for all faults, and one for the requests that overlapped none. */
export function faultTable(all: readonly Struck[], calm: Calm): string {
  const groups = [...Map.groupBy(all, ({ name }) => name)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  const row = (name: string, struck: readonly Struck[]): string[] => {
    const { sent, failed } = failuresOf(struck);
    const times = sorted(struck.map(({ trailAgainMs }) => trailAgainMs));
    return [
      name,
      String(struck.length),
      String(sent),
      String([...failed.values()].reduce((sum, count) => sum + count, 0)),
      byStatus(failed),
      seconds(times[Math.floor((times.length - 1) / 2)]),
      seconds(times.at(-1)),
    ];
  };
  const calmFailed = new Map(
    [...Map.groupBy(calm.failed, ({ status }) => status)].map(([status, { length }]) => [status, length]),
  );
  const noFault = ['no fault', '', String(calm.sent), String(calm.failed.length), byStatus(calmFailed)];
  const head = [
    'fault',
    'times',
    'requests meanwhile',
    'failed',
    'by status',
    'trail again s, median',
    'worst',
  ];
  return table(head, [...groups.map(([name, struck]) => row(name, struck)), row('all', all), noFault]);
}

/** Findings of one check that are printed; the file has all of them. */
const printed = 5;

/** One line per check, and below it the first findings with the ids of their requests. */
export const verdictText = (checks: readonly Checked[], limit = printed): string =>
  checks
    .flatMap(({ line, findings }) => [
      `${findings.length === 0 ? 'ok   ' : 'WRONG'} ${line}`,
      ...findings.slice(0, limit).map(({ text, requestIds }) => `        ${text} [${requestIds.join(' ')}]`),
      ...(findings.length > limit ? [`        and ${findings.length - limit} more`] : []),
    ])
    .join('\n');
