import {
  type Attributes,
  type AttributeValue,
  metrics as api,
  type Counter,
  type Gauge,
  type Histogram,
  type ObservableResult,
} from '@opentelemetry/api';
import { metricTable } from './metric-table.ts';

type Table = typeof metricTable;

type Named<Kind> = {
  [Name in keyof Table]: Table[Name]['kind'] extends Kind ? Name : never;
}[keyof Table];

/** Not every series of a metric has all of its labels. */
type Labels<Metric extends keyof Table> = {
  readonly [Label in Table[Metric]['labels'][number]]?: AttributeValue;
};

/** Seconds: from a cache hit to a call that is about to time out. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const counters = new Map<Named<'counter'>, Counter>();
const gauges = new Map<string, Gauge>();
const histograms = new Map<Named<'histogram'>, Histogram>();

/** Adds to a counter of the table. Instruments are created on first use, when the meter provider has been set. */
export function count<Metric extends Named<'counter'>>(
  metric: Metric,
  value: number,
  labels: Labels<Metric> = {},
): void {
  let counter = counters.get(metric);
  if (counter === undefined) {
    const { name, unit, description } = metricTable[metric];
    counter = api.getMeter('patchbay').createCounter(name, { unit, description });
    counters.set(metric, counter);
  }
  counter.add(value, labels);
}

/** Values by label. */
type Values<Metric extends keyof Table> = {
  readonly [Label in Table[Metric]['labels'][number]]?: readonly AttributeValue[];
};

/**
 * Exports series of a counter with 0, one for each combination of the values; without values the one series without labels. Prometheus
 * sees no increase in a series that begins with its first event, so an alert would miss that event. Whoever counts calls it when it is
 * created, for all series that a rule reads. The series of a `tally` begin at 0 by themselves.
 */
export function startAtZero<Metric extends Named<'counter'>>(
  metric: Metric,
  values: Values<Metric> = {},
): void {
  const combinations = Object.entries<readonly AttributeValue[] | undefined>(values).reduce<Attributes[]>(
    (before, [label, ofLabel = []]) =>
      before.flatMap((labels) => ofLabel.map((value) => ({ ...labels, [label]: value }))),
    [{}],
  );
  for (const labels of combinations) count(metric, 0, labels as Labels<Metric>);
}

/** Sets a gauge of the table; it keeps the value until the next call. */
export function set<Metric extends Named<'gauge'>>(
  metric: Metric,
  value: number,
  labels: Labels<Metric> = {},
): void {
  const { name, unit, description } = metricTable[metric];
  let gauge = gauges.get(name);
  if (gauge === undefined) {
    gauge = api.getMeter('patchbay').createGauge(name, { unit, description });
    gauges.set(name, gauge);
  }
  gauge.record(value, labels);
}

interface Watched {
  readonly attributes: Attributes;
  readonly read: () => number | undefined;
}

/** The functions that a scrape calls, by metric and attributes. */
const watched = new Map<string, Map<string, Watched>>();

/** The series of a metric that are read at a scrape; its instrument is created by the first call. */
function seriesOf(metric: Named<'gauge' | 'counter'>): Map<string, Watched> {
  const { name, kind, unit, description } = metricTable[metric];
  const known = watched.get(name);
  if (known !== undefined) return known;
  const series = new Map<string, Watched>();
  watched.set(name, series);
  const meter = api.getMeter('patchbay');
  const instrument =
    kind === 'gauge'
      ? meter.createObservableGauge(name, { unit, description })
      : meter.createObservableCounter(name, { unit, description });
  instrument.addCallback((result: ObservableResult) => {
    for (const one of series.values()) result.observe(one.read() ?? Number.NaN, one.attributes);
  });
  return series;
}

/**
 * Sets a gauge of the table at each scrape to what `read` returns, so that it is right also while nothing happens. Undefined, if
 * it is not known: NaN, for which no comparison of an alert is true. OpenTelemetry would repeat the last value of a series without
 * one. A later call with the same labels replaces the earlier one. `read` must be cheap and must not throw.
 */
export function watch<Metric extends Named<'gauge'>>(
  metric: Metric,
  labels: Labels<Metric>,
  read: () => number | undefined,
): void {
  seriesOf(metric).set(JSON.stringify(labels), { attributes: labels, read });
}

/** A series of a counter that is one number in the process. */
export interface Tally {
  value: number;
}

const tallies = new Map<string, Tally>();

/**
 * A series of a counter of the table for what happens several times in each request: whoever counts adds to `value`, which is read at
 * a scrape. `count` looks the series up by its labels each time. The same labels get the same tally. Not for a metric that
 * `count` adds to. It is exported from now on, with 0 before the first event.
 */
export function tally<Metric extends Named<'counter'>>(metric: Metric, labels: Labels<Metric>): Tally {
  const series = JSON.stringify(labels);
  const key = `${metric} ${series}`;
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const created: Tally = { value: 0 };
  tallies.set(key, created);
  seriesOf(metric).set(series, { attributes: labels, read: () => created.value });
  return created;
}

/** Not every metric of the table has `buckets`. */
interface HistogramEntry {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly buckets?: readonly number[];
}

function createHistogram(metric: Named<'histogram'>): Histogram {
  const { name, unit, description, buckets = durationBuckets }: HistogramEntry = metricTable[metric];
  const advice = { explicitBucketBoundaries: [...buckets] };
  const histogram = api.getMeter('patchbay').createHistogram(name, { unit, description, advice });
  histograms.set(metric, histogram);
  return histogram;
}

/** Records seconds in a histogram of the table. */
export function observe<Metric extends Named<'histogram'>>(
  metric: Metric,
  seconds: number,
  labels?: Labels<Metric>,
): void {
  const histogram = histograms.get(metric) ?? createHistogram(metric);
  histogram.record(seconds, labels);
}
