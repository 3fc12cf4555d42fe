import { expect, it } from 'vitest';
import { type KnownSeries, lackingLabels, readPromql, type Series } from './promql.ts';

const known: KnownSeries = new Map<string, Series>([
  ['runs_total', { labels: new Set(['job', 'outcome']), has: (_label, value) => value !== 'unheard' }],
  ['lags', { labels: new Set(['job', 'topic']) }],
  ['times_bucket', { labels: new Set(['job', 'le']) }],
]);
const problemsOf = (text: string): readonly string[] => readPromql(text, known).problems;
const labelsOf = (text: string): string[] => [...readPromql(text, known).labels].toSorted();

it.each([
  ['sum by (job (lags)', /does not parse/],
  ['sum(lag)', /lag is no known series/],
  ['{job="a"}', /no known series/],
  ['lags{outcome="a"}', /lags has no label outcome/],
  ['runs_total{outcome="unheard"}', /outcome of runs_total is never unheard/],
  ['sum by (topic) (rate(runs_total[5m]))', /runs_total has no label topic to group by/],
  ['lags - on (topic) runs_total', /runs_total has no label topic to group by/],
  ['sum without (job) (lags)', /without/],
])('%s is refused', (text, problem) => {
  expect(problemsOf(text)).toContainEqual(expect.stringMatching(problem));
});

it.each([
  ['lags > 3', ['job', 'topic']],
  ['sum(lags)', []],
  ['topk(3, lags)', ['job', 'topic']],
  ['histogram_quantile(0.9, sum by (job, le) (rate(times_bucket[5m])))', ['job']],
  ['1 - sum by (job) (lags) / sum by (job) (runs_total{outcome="handled"})', ['job']],
  ['lags / on (job) group_left sum by (job) (lags)', ['job', 'topic']],
  ['lags - on (job) runs_total', ['job']],
  ['sum by (job) (lags) unless on (job) runs_total', ['job']],
])('%s is accepted, and its result has its labels', (text, labels) => {
  expect(problemsOf(text)).toEqual([]);
  expect(labelsOf(text)).toEqual(labels);
});

it('the series that an expression asks for are known by name and matchers', () => {
  const { selectors } = readPromql('sum(rate(runs_total{outcome!~"a|b", job="c"}[5m])) / sum(lags)', known);
  expect(selectors).toEqual([
    {
      name: 'runs_total',
      matchers: [
        { label: 'outcome', operator: '!~', value: 'a|b' },
        { label: 'job', operator: '=', value: 'c' },
      ],
    },
    { name: 'lags', matchers: [] },
  ]);
});

it('a text may name labels of the result alone', () => {
  const labels = new Set(['job']);
  expect(lackingLabels('{{ $labels.job }} and {{job}}: {{ $value | humanize }}', labels)).toEqual([]);
  expect(lackingLabels('{{ $labels.pod }} and {{topic}}', labels)).toEqual(['pod', 'topic']);
});
