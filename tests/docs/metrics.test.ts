import { metricTable } from '@patchbay/telemetry/metric-table';
import { expect, it } from 'vitest';
import { table } from './table.ts';

it('docs/metrics.md has every metric', async () => {
  const rows = Object.values(metricTable).map(({ name, kind, unit, labels, description }) => [
    `\`${name}\``,
    kind,
    `\`${unit}\``,
    labels.map((label) => `\`${label.replaceAll('.', '_')}\``).join(', '),
    description,
  ]);
  const text = `# Metrics

Each process serves them for Prometheus on its admin port at \`/metrics\`; counters end in \`_total\` there and histograms in
\`_bucket\`, \`_sum\` and \`_count\`. This page is made from \`libs/telemetry/src/metric-table.ts\`, the only place where a metric gets its
name: \`npm test -- --project docs -u\` writes it anew.

${table(['Metric', 'Kind', 'Unit', 'Labels', 'Meaning'], rows)}
`;
  await expect(text).toMatchFileSnapshot('../../docs/metrics.md');
});
