import { knownSeries } from './known-series.ts';
import { readPromql, type Selector } from './promql.ts';
import { alerts, recordings } from './rules.ts';

/** An alert about any event at all. One that fires above a rate, such as one a second, needs no first event. */
const isAboutAnyEvent = ({ expr }: { readonly expr: string }): boolean => expr.endsWith('> 0');

/**
 * The counters whose first event a rule must see, as the rules ask for them: those of objectives, and those of alerts about any event.
 * Prometheus sees no increase in a series that begins with its first event, so processes must export them with 0 from their start.
 * Counts and buckets of histograms are not among them: OpenTelemetry cannot export an empty histogram, and objectives compare their
 * counts with their buckets, which lack the same first event.
 */
export function awaitedCounters(): Selector[] {
  const known = knownSeries();
  const selectors = [...recordings, ...alerts.filter(isAboutAnyEvent)].flatMap(
    ({ expr }) => readPromql(expr, known).selectors,
  );
  const byText = new Map(
    selectors
      .filter(({ name }) => name.endsWith('_total'))
      .map((selector) => [JSON.stringify(selector), selector]),
  );
  return [...byText.values()];
}
