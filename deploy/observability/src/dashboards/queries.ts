import { here } from '../dashboard.ts';

const selector = (metric: string, matchers: string): string =>
  `${metric}{${[here, matchers].filter(Boolean).join(', ')}}`;

/** `perSecond('patchbay_events_consumed', 'consumer, outcome')`: the rate of a counter, summed over processes. */
export const perSecond = (counter: string, by = '', matchers = ''): string =>
  `sum by (${by}) (rate(${selector(`${counter}_total`, matchers)}[$__rate_interval]))`;

/** The same of how many observations a histogram has. */
export const observedPerSecond = (histogram: string, by = '', matchers = ''): string =>
  `sum by (${by}) (rate(${selector(`${histogram}_count`, matchers)}[$__rate_interval]))`;

/** What a share of the observations of a histogram stays below. */
export const quantile = (share: number, histogram: string, by = '', matchers = ''): string =>
  `histogram_quantile(${share}, sum by (${['le', by].filter(Boolean).join(', ')}) (rate(${selector(`${histogram}_bucket`, matchers)}[$__rate_interval])))`;

export const highest = (gauge: string, by = '', matchers = ''): string =>
  `max by (${by}) (${selector(gauge, matchers)})`;

export const total = (gauge: string, by = '', matchers = ''): string =>
  `sum by (${by}) (${selector(gauge, matchers)})`;
