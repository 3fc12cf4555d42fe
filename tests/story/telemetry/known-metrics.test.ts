import { expect, it } from 'vitest';
import { incompleteProcesses, missingMetrics, wrongSeries } from './known-metrics.ts';

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
  expect(missing).not.toContain('requestsShed');
});

it('a process is incomplete without the metrics that each has', () => {
  const whole = ['patchbay_event_loop_utilization 0', 'patchbay_memory{kind="rss"} 1', 'patchbay_build 1'];
  expect(incompleteProcesses({ audit: audit.join('\n'), portal: whole.join('\n') })).toEqual(['audit']);
});
