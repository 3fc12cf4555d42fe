import { ruleFile } from '@patchbay/observability/rule-file';
import { alertGroups, recordingGroups } from '@patchbay/observability/rules';
import { describe, expect, it } from 'vitest';
import { anchorsOf } from './headings.ts';
import { knownSeries } from './known-series.ts';
import { lackingLabels, readPromql } from './promql.ts';

const known = knownSeries();
const alerts = alertGroups.flatMap(({ rules }) => rules);
const recordings = recordingGroups.flatMap(({ rules }) => rules);

describe('deploy/observability/alerts.yaml', () => {
  it('is made from its sources', async () => {
    await expect(ruleFile()).toMatchFileSnapshot('../../deploy/observability/alerts.yaml');
  });

  it.each(recordings)('$record is recorded from series and labels that exist', ({ expr }) => {
    expect(readPromql(expr, known).problems).toEqual([]);
  });

  it.each(alerts)('$alert asks for series and labels that exist', ({ expr, summary }) => {
    const { problems, labels } = readPromql(expr, known);
    expect(problems).toEqual([]);
    expect(lackingLabels(summary, labels)).toEqual([]);
    // Two installations in one Prometheus are told apart.
    expect(labels).toContain('namespace');
  });

  it('has each alert once, and its runbook is a section of a page of docs/', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    const missing = alerts.filter(({ runbook }) => {
      const [page = '', anchor = ''] = runbook.split('#');
      return !anchorsOf(new URL(`../../docs/${page}`, import.meta.url).pathname).includes(anchor);
    });
    expect(missing.map(({ alert, runbook }) => `${alert}: ${runbook}`)).toEqual([]);
  });
});
