import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../docs/headings.ts';
import { knownSeries } from './known-series.ts';
import { lackingLabels, readPromql } from './promql.ts';
import { alerts, recordings } from './rules.ts';

const known = knownSeries();
const root = new URL('../../', import.meta.url);

describe('recordings.yaml', () => {
  it.each(recordings)('$record is recorded from series and labels that exist', ({ expr }) => {
    expect(readPromql(expr, known).problems).toEqual([]);
  });

  /** The operations of the API by id, without those for probes and tools such as getHealth. */
  const operations = readFileSync(new URL('services/gateway/src/operations/contract.tsv', root), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', group = '', method = ''] = line.split('\t');
      return { id, group, method };
    })
    .filter(({ group }) => group !== 'infra');

  /** The operations that an expression lists: `operation=~"getMe|updateMe"`. */
  const listed = (expr: string): string[][] =>
    [...expr.matchAll(/operation=~"([^"]+)"/g)].map(([, names = '']) => names.split('|').toSorted());
  const idsWhere = (wanted: (operation: (typeof operations)[number]) => boolean): string[] =>
    operations
      .filter(wanted)
      .map(({ id }) => id)
      .toSorted();

  it('recordings.yaml measures the latency of every operation, except of those that wait for others or stream a trail', () => {
    const notTimed = [
      'completeConnectOauth',
      'completeProviderSignIn',
      'connectIntegration',
      'enableIntegration',
      'exportAuditLogs',
      'listConnectAccounts',
      'listIntegrationAccounts',
      'relayDelete',
      'relayGet',
      'relayPatch',
      'relayPost',
      'relayPut',
      'setConnectAccounts',
      'startProviderSignIn',
      'submitConnectCredentials',
      'testWebhook',
      'verifyAuditLogs',
      'verifyIntegration',
    ];
    const timed = (part: string): string[][] =>
      recordings
        .filter(({ labels }) => labels?.['slo'] === 'latency' && labels['part'] === part)
        .flatMap(({ expr }) => listed(expr));
    const reads = idsWhere(({ id, method }) => method === 'GET' && !notTimed.includes(id));
    const changes = idsWhere(({ id, method }) => method !== 'GET' && !notTimed.includes(id));
    expect(timed('reads')).toEqual([reads, reads]);
    expect(timed('changes')).toEqual([changes, changes]);
    expect([...reads, ...changes, ...notTimed].toSorted()).toEqual(idsWhere(() => true));
  });
});

describe('alerts.yaml', () => {
  it.each(alerts)(
    '$alert asks for series and labels that exist, and names its namespace',
    ({ expr, annotations }) => {
      const { problems, labels } = readPromql(expr, known);
      expect(problems).toEqual([]);
      expect(lackingLabels(annotations.summary, labels)).toEqual([]);
      // Tells two installations in one Prometheus apart.
      expect(labels).toContain('namespace');
    },
  );

  it.each(alerts)('$alert pages or is a ticket', ({ labels }) => {
    expect(['page', 'ticket']).toContain(labels.severity);
  });

  it.each(alerts)('the runbook of $alert is a section of a page of docs/', ({ annotations }) => {
    const [page = '', anchor = ''] = annotations.runbook_url.split('#');
    expect(page).toMatch(/^docs\//);
    expect(anchorsOf(new URL(page, root).pathname)).toContain(anchor);
  });

  it('alerts.yaml has no two alerts of one name', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it('PatchbayHeapHigh fires at 85 % of the heap limit of deploy/service.env', () => {
    const [, mebibytes] =
      /--max-old-space-size=(\d+)/.exec(readFileSync(new URL('deploy/service.env', root), 'utf8')) ?? [];
    expect(alerts.find(({ alert }) => alert === 'PatchbayHeapHigh')?.expr).toContain(
      `> 0.85 * ${Number(mebibytes) * 1_048_576}`,
    );
  });
});
