import { type Objective, objectives } from './objectives.ts';
import { requestRecordings } from './requests.ts';
import type { Group, Recording } from './rule.ts';

/** Windows of the burn rates, shortest first. */
export const windows = ['5m', '30m', '1h', '6h', '3d', '30d'] as const;
export type Window = (typeof windows)[number];

export const burn = (window: Window): string => `patchbay:slo_burn:${window}`;
export const failuresPerSecond = 'patchbay:slo_failures:rate5m';
const eventsPerSecond = 'patchbay:slo_events:rate5m';
/** Seconds between two values of a series: the sum of its values, times this, is the number of events. */
export const secondsBetween = 30;
const budget = 'patchbay:slo_budget';

/** The share of bad events in a window, divided by the share that the objective allows. */
const burnOver = (window: Window): Recording => ({
  record: burn(window),
  expr: [
    `sum_over_time(${failuresPerSecond}[${window}])`,
    `/ sum_over_time(${eventsPerSecond}[${window}])`,
    `/ on (slo) group_left ${budget}`,
  ].join('\n'),
});

/** In this order: rules of a group are evaluated one after the other. */
function recorded({ slo, target, measures }: Objective): Recording[] {
  const rules = measures.flatMap(({ part, events, failures }) => {
    const labels = { slo, ...(part !== undefined && { part }) };
    const matchers = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const series = `${eventsPerSecond}{${matchers.join(', ')}}`;
    return [
      { record: eventsPerSecond, expr: events, labels },
      { record: failuresPerSecond, expr: failures(series), labels },
    ];
  });
  return [{ record: budget, expr: `vector(${Number((1 - target).toFixed(6))})`, labels: { slo } }, ...rules];
}

const isLong = (window: Window): boolean => window.endsWith('d');

export const recordings: readonly Group<Recording>[] = [
  {
    name: 'patchbay-sli',
    interval: `${secondsBetween}s`,
    rules: [...requestRecordings, ...objectives.flatMap(recorded)],
  },
  {
    name: 'patchbay-slo',
    interval: `${secondsBetween}s`,
    rules: windows.filter((window) => !isLong(window)).map(burnOver),
  },
  // Reads 86,400 samples of each series for 30 days, so less often. Prometheus shows a value for 5 minutes: two evaluations must fit
  // into that, else an alert that waits for its time would begin anew.
  {
    name: 'patchbay-slo-long',
    interval: '2m',
    rules: [
      ...windows.filter(isLong).map(burnOver),
      { record: 'patchbay:slo_budget_left:30d', expr: `1 - ${burn('30d')}` },
    ],
  },
];
