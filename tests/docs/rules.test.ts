import { readFileSync } from 'node:fs';
import { ruleFile } from '@patchbay/observability/rule-file';
import { alertGroups, recordingGroups } from '@patchbay/observability/rules';
import { describe, expect, it } from 'vitest';
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

  it('has each alert once, and its runbook is a section of docs/operations.md', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const sections = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
    const missing = alerts.filter(({ runbook }) => !sections.includes(runbook));
    expect(missing.map(({ alert, runbook }) => `${alert}: ${runbook}`)).toEqual([]);
  });
});
