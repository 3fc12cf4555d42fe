import type { CollectedSpan } from '@patchbay/testing/collector';
import { expect, it } from 'vitest';
import { incompleteProcesses, missingMetrics, wrongSeries } from './known-metrics.ts';
import { missingFromStart } from './series-from-start.ts';
import { differencesFromTable, missingEdges } from './spans.ts';

const span = (spanId: string, parentSpanId: string | undefined, name: string, more = {}): CollectedSpan => ({
  traceId: 't',
  spanId,
  parentSpanId,
  name,
  kind: 'server',
  service: 'gateway',
  scope: 'test',
  attributes: {},
  links: [],
  failed: false,
  ...more,
});

const page = span('1', undefined, 'openSignIn', { service: 'portal' });
const edge = 'portal server openSignIn: portal server openSignIn > gateway server getSession';

it('an edge between spans is there where the child names its parent in the same trace', () => {
  expect(missingEdges([page])).toContain(edge);
  expect(missingEdges([page, span('2', '1', 'getSession')])).not.toContain(edge);
});

it('an edge between spans is missing where the child is in another trace, below another span, or its root is not there yet', () => {
  expect(missingEdges([page, span('2', '1', 'getSession', { traceId: 'u' })])).toContain(edge);
  expect(missingEdges([page, span('2', '9', 'getSession')])).toContain(edge);
  expect(missingEdges([{ ...page, parentSpanId: '0' }, span('2', '1', 'getSession')])).toContain(edge);
});

const statement = (more: Partial<CollectedSpan>): CollectedSpan =>
  span('1', undefined, 'db INSERT users', { kind: 'client', service: 'identity', ...more });

it('a span, an attribute and an entry without a span are differences from the table', () => {
  const found = differencesFromTable([
    statement({ attributes: { 'db.system.name': 'postgresql', 'error.type': 'Error' } }),
    statement({ attributes: { 'db.query.text': 'insert' } }),
    statement({ name: 'nap', kind: 'internal' }),
  ]);
  expect(found).toContain('statement has the attribute db.query.text');
  expect(found).toContain('internal span nap is not in the table');
  expect(found).toContain('mail was not seen');
  expect(found).not.toContain('statement was not seen');
  expect(found).not.toContain('malformedRequest was not seen');
});

const audit = [
  '# TYPE patchbay_mails_sent_total counter',
  'target_info{service_name="audit"} 1',
  'patchbay_mails_sent_total{outcome="sent",otel_scope_name="patchbay"} 1',
  'patchbay_trail_delay_bucket{le="5",otel_scope_name="patchbay"} 1',
];

it('series are wrong where the table lacks the metric or the label, or a label is an id', () => {
  expect(wrongSeries({ audit: audit.join('\n') })).toEqual([]);
  const wrong = [
    'patchbay_naps_total 1',
    'patchbay_mails_sent 1',
    'patchbay_mails_sent_total{recipient="ada"} 1',
    'patchbay_mails_sent_total{outcome="01a1e441-843a-7578-8d4f-9745b6fd2bb6"} 1',
  ];
  expect(wrongSeries({ audit: [...audit, ...wrong].join('\n') })).toEqual([
    'audit: patchbay_naps_total is not in the table',
    'audit: patchbay_mails_sent is not in the table',
    'audit: patchbay_mails_sent_total has recipient',
    'audit: patchbay_mails_sent_total has an id as outcome',
  ]);
});

it('metrics are missing where no process serves them, unless they are rare', () => {
  const missing = missingMetrics({ audit: audit.join('\n') });
  expect(missing).toContain('lookups');
  expect(missing).not.toContain('mailsSent');
  expect(missing).not.toContain('trailDelay');
  expect(missing).not.toContain('outboxFailures');
});

it('a process is incomplete without the metrics that each has', () => {
  const whole = ['patchbay_event_loop_utilization 0', 'patchbay_memory{kind="rss"} 1', 'patchbay_build 1'];
  expect(incompleteProcesses({ audit: audit.join('\n'), portal: whole.join('\n') })).toEqual(['audit']);
});

it('a series that a rule awaits is missing where no process has it, or a process has only some combinations of its labels', () => {
  const equals = (label: string, value: string) => ({ label, operator: '=', value });
  const ours = { name: 'attempts_total', matchers: [equals('outcome', 'ours')] };
  const not = {
    name: 'attempts_total',
    matchers: [{ label: 'outcome', operator: '!~', value: 'ours|success' }],
  };
  const line = (provider: string, attempt: string, outcome = 'ours') =>
    `attempts_total{provider="${provider}",attempt="${attempt}",outcome="${outcome}",otel_scope_name="patchbay"} 0`;
  const whole = [line('one', 'renew'), line('one', 'list'), line('two', 'renew'), line('two', 'list')];
  expect(missingFromStart([ours], { integration: whole.join('\n'), audit: '' })).toEqual([]);
  expect(missingFromStart([ours], { integration: whole.slice(1).join('\n') })).toEqual([
    'integration lacks attempts_total of one renew ours',
  ]);
  const providers = { provider: ['one', 'two', 'three'] };
  expect(missingFromStart([ours], { integration: whole.join('\n') }, providers)).toEqual([
    'integration lacks attempts_total of three renew ours',
    'integration lacks attempts_total of three list ours',
  ]);
  expect(missingFromStart([ours, not], { integration: line('one', 'renew', 'success') })).toEqual([
    'no process has attempts_total{outcome="ours"}',
    'no process has attempts_total{outcome!~"ours|success"}',
  ]);
  expect(missingFromStart([{ name: 'shed_total', matchers: [] }], { gateway: 'shed_total 0' })).toEqual([]);
});
