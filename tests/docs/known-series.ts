import { recordingGroups } from '@patchbay/observability/rules';
import { metricTable } from '@patchbay/telemetry/metric-table';
import { type KnownSeries, readPromql, type Series } from './promql.ts';

/** Those that a ServiceMonitor adds to each series. */
const ofTarget = ['namespace', 'pod', 'job', 'instance'];

/** As the exporter writes the name of an attribute. */
const labelOf = (attribute: string): string => attribute.replace(/\W/g, '_');

/** The series of the table as Prometheus stores them. */
function ofTable(): [string, Series][] {
  return Object.values(metricTable).flatMap(({ name, kind, labels, description }): [string, Series][] => {
    const own = new Set([...labels.map(labelOf), ...ofTarget]);
    const words = new Set(description.match(/\w+/g));
    // The reasons of refusals are listed elsewhere.
    const has = (label: string, value: string): boolean => label === 'reason' || words.has(value);
    if (kind === 'counter') return [[`${name}_total`, { labels: own, has }]];
    if (kind === 'gauge') return [[name, { labels: own, has }]];
    return [
      [`${name}_count`, { labels: own, has }],
      [`${name}_sum`, { labels: own, has }],
      [`${name}_bucket`, { labels: new Set([...own, 'le']) }],
    ];
  });
}

/** Of Prometheus itself, and of kube-state-metrics. */
const ofOthers: [string, Series][] = [
  ['up', { labels: new Set(ofTarget) }],
  ['kube_pod_status_ready', { labels: new Set(['namespace', 'pod', 'condition']) }],
  ['kube_pod_status_phase', { labels: new Set(['namespace', 'pod', 'phase']) }],
];

/** Every series that an expression may name: a rule may name those that rules before it record, and its own. */
export function knownSeries(): KnownSeries {
  const known = new Map<string, Series>([...ofTable(), ...ofOthers]);
  for (const { record, expr, labels = {} } of recordingGroups.flatMap(({ rules }) => rules)) {
    const before = known.get(record)?.labels ?? [];
    const result = readPromql(expr, known).labels;
    known.set(record, { labels: new Set([...before, ...result, ...Object.keys(labels)]) });
  }
  return known;
}
