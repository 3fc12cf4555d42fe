import { metricTable } from '@patchbay/telemetry/metric-table';

type Metric = keyof typeof metricTable;

/** Metrics that a run may lack, and why. A series begins when it is first counted or set. */
const rare: Partial<Record<Metric, string>> = {
  rowLockWait: 'only where two transactions change one row',
  rowLockWaiting: 'only where two transactions of a process change one row',
  outboxFailures: 'only while Kafka or Postgres does not answer',
  headsPublished: 'once in HEAD_INTERVAL_SECONDS, 60 by default',
  relayDelay: 'only of a relayed request',
  outgoingSuspended: 'only after a host outside of the platform has failed often',
  authorizationsEnding: 'only of an authorization that ends within 7 days',
};

interface Entry {
  readonly metric: Metric;
  readonly labels: ReadonlySet<string>;
}

/** By the names under which Prometheus gets them. */
const byName = new Map(
  Object.entries(metricTable).flatMap(([metric, { name, kind, labels }]): [string, Entry][] => {
    const entry = {
      metric: metric as Metric,
      labels: new Set<string>(labels.map((label) => label.replaceAll('.', '_'))),
    };
    if (kind === 'counter') return [[`${name}_total`, entry]];
    if (kind === 'gauge') return [[name, entry]];
    const bucket = { ...entry, labels: new Set([...entry.labels, 'le']) };
    return [
      [`${name}_bucket`, bucket],
      [`${name}_sum`, entry],
      [`${name}_count`, entry],
    ];
  }),
);

/** Added to each series by OpenTelemetry's exporter. */
export const ofExporter = new Set(['otel_scope_name', 'otel_scope_version', 'otel_scope_schema_url']);
/** A label with such a value has as many series as there are ids. */
const id = /^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$/;

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('target_info'));

const metricsIn = (text: string): Set<Metric | undefined> =>
  new Set(linesOf(text).map((line) => byName.get(/^\w+/.exec(line)?.[0] ?? '')?.metric));

/** What is wrong with the series that processes serve, by process: what the table does not have, and ids as values of labels. */
export function wrongSeries(scrapes: Readonly<Record<string, string>>): string[] {
  const wrong = Object.entries(scrapes).flatMap(([process, text]) =>
    linesOf(text).flatMap((line) => {
      const name = /^\w+/.exec(line)?.[0] ?? '';
      const entry = byName.get(name);
      if (entry === undefined) return [`${process}: ${name} is not in the table`];
      return [...line.matchAll(/(\w+)="([^"]*)"/g)].flatMap(([, label = '', value = '']) => {
        if (id.test(value)) return [`${process}: ${name} has an id as ${label}`];
        return entry.labels.has(label) || ofExporter.has(label) ? [] : [`${process}: ${name} has ${label}`];
      });
    }),
  );
  return [...new Set(wrong)];
}

/** Metrics of the table that no process serves, but for rare ones. */
export function missingMetrics(scrapes: Readonly<Record<string, string>>): Metric[] {
  const seen = metricsIn(Object.values(scrapes).join('\n'));
  return (Object.keys(metricTable) as Metric[]).filter(
    (metric) => !seen.has(metric) && rare[metric] === undefined,
  );
}

/** Metrics that each process has, whatever it does. */
const ofEveryProcess = ['eventLoopUtilization', 'memory', 'build'] as const satisfies readonly Metric[];

/** Processes that lack one of the metrics that each must have. */
export const incompleteProcesses = (scrapes: Readonly<Record<string, string>>): string[] =>
  Object.entries(scrapes)
    .filter(([, text]) => !ofEveryProcess.every((metric) => metricsIn(text).has(metric)))
    .map(([process]) => process);
