import { isServiceName } from '@patchbay/platform/services';
import { metricTable } from '@patchbay/telemetry/metric-table';
import { type KnownSeries, readPromql, type Series } from './promql.ts';
import { recordings } from './rules.ts';

/** The labels that a ServiceMonitor adds to each series. */
const ofTarget = ['namespace', 'pod', 'job', 'instance'];

/** The name of an attribute as the exporter writes it. */
const labelOf = (attribute: string): string => attribute.replace(/\W/g, '_');

/** The metrics of our services, as Prometheus stores them. */
function ofTable(): [string, Series][] {
  return Object.values(metricTable).flatMap(({ name, kind, labels, description }): [string, Series][] => {
    const own = new Set([...labels.map(labelOf), ...ofTarget]);
    const words = new Set(description.match(/\w+/g));
    const has = (label: string, value: string): boolean => {
      if (label === 'job') return isServiceName(value);
      // The reasons of refusals are listed elsewhere.
      return label === 'reason' || words.has(value);
    };
    if (kind === 'counter') return [[`${name}_total`, { labels: own, has }]];
    if (kind === 'gauge') return [[name, { labels: own, has }]];
    return [
      [`${name}_count`, { labels: own, has }],
      [`${name}_sum`, { labels: own, has }],
      [`${name}_bucket`, { labels: new Set([...own, 'le']) }],
    ];
  });
}

/** Series of Prometheus itself, and of kube-state-metrics. */
const ofOthers: [string, Series][] = [
  ['up', { labels: new Set(ofTarget) }],
  ['kube_pod_status_ready', { labels: new Set(['namespace', 'pod', 'condition']) }],
  ['kube_pod_status_phase', { labels: new Set(['namespace', 'pod', 'phase']) }],
];

/** Every series that an expression may name. A rule may name its own series and those of the rules before it. */
export function knownSeries(): KnownSeries {
  const known = new Map<string, Series>([...ofTable(), ...ofOthers]);
  for (const { record, expr, labels = {} } of recordings) {
    const before = known.get(record)?.labels ?? [];
    const result = readPromql(expr, known).labels;
    known.set(record, { labels: new Set([...before, ...result, ...Object.keys(labels)]) });
  }
  return known;
}
