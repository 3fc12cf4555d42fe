import './fresh-modules.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { metricTable } from './metric-table.ts';
import { count, observe, startAtZero, tally, watch } from './metrics.ts';
import { telemetry } from './telemetry.ts';

// Sets the meter provider: without it there are no metrics.
await import('./start.ts');

const scrape = (): Promise<string[]> =>
  new Promise((resolve) => {
    const response = { setHeader() {}, end: (text: string) => resolve(text.split('\n')) };
    telemetry.serveMetrics?.({} as IncomingMessage, response as unknown as ServerResponse);
  });
const seriesOf = async (name: string) =>
  (await scrape())
    .filter((line) => line.startsWith(name))
    .map((line) => line.replace(/otel_\w+="[^"]*",?/g, ''));

describe('a watched gauge', () => {
  it('a watched gauge is read at each scrape, by labels, and is NaN while it is not known', async () => {
    let lag: number | undefined = 3;
    watch('consumerLag', { consumer: 'audit', topic: 'a' }, () => lag);
    watch('consumerLag', { consumer: 'audit', topic: 'b' }, () => 1);
    expect(await seriesOf('patchbay_consumer_lag')).toEqual([
      expect.stringMatching(/topic="a".* 3( |$)/),
      expect.stringMatching(/topic="b".* 1( |$)/),
    ]);
    lag = 5;
    expect((await seriesOf('patchbay_consumer_lag'))[0]).toMatch(/topic="a".* 5( |$)/);
    lag = undefined;
    expect((await seriesOf('patchbay_consumer_lag'))[0]).toMatch(/topic="a".* NaN( |$)/);
    lag = 0;
    watch('consumerLag', { consumer: 'audit', topic: 'b' }, () => 7);
    expect(await seriesOf('patchbay_consumer_lag')).toEqual([
      expect.stringMatching(/topic="a".* 0( |$)/),
      expect.stringMatching(/topic="b".* 7( |$)/),
    ]);
  });
});

describe('a counter that starts at 0', () => {
  it('a counter that starts at 0 is exported before its first event, with each combination of its labels', async () => {
    startAtZero('providerAttempts', {
      provider: ['one', 'two'],
      attempt: ['renew', 'list'],
      outcome: ['ours'],
    });
    const shown = async () =>
      (await seriesOf('patchbay_provider_attempts_total')).map((line) => line.replace(/,?\} /, ' '));
    expect(await shown()).toEqual([
      expect.stringMatching(/provider="one",attempt="renew",outcome="ours" 0( |$)/),
      expect.stringMatching(/provider="one",attempt="list",outcome="ours" 0( |$)/),
      expect.stringMatching(/provider="two",attempt="renew",outcome="ours" 0( |$)/),
      expect.stringMatching(/provider="two",attempt="list",outcome="ours" 0( |$)/),
    ]);
    count('providerAttempts', 1, { provider: 'one', attempt: 'list', outcome: 'ours' });
    expect((await shown())[1]).toMatch(/provider="one",attempt="list",outcome="ours" 1( |$)/);
  });

  it('a counter without labels that starts at 0 is exported before its first event', async () => {
    startAtZero('requestsShed');
    expect(await seriesOf('patchbay_requests_shed_total')).toEqual([expect.stringMatching(/ 0( |$)/)]);
  });
});

describe('a tally', () => {
  it('a tally is exported with 0 before its first event', async () => {
    tally('lookups', { lookup: 'key', outcome: 'asked' });
    expect(await seriesOf('patchbay_lookups_total')).toEqual([
      expect.stringMatching(/lookup="key",outcome="asked".* 0( |$)/),
    ]);
  });

  it('a tally is read at each scrape, and equal labels share it', async () => {
    const asked = tally('lookups', { lookup: 'session', outcome: 'asked' });
    asked.value += 2;
    tally('lookups', { lookup: 'session', outcome: 'asked' }).value += 1;
    tally('lookups', { lookup: 'session', outcome: 'shared' }).value += 7;
    expect((await seriesOf('patchbay_lookups_total')).filter((line) => line.includes('"session"'))).toEqual([
      expect.stringMatching(/outcome="asked".* 3( |$)/),
      expect.stringMatching(/outcome="shared".* 7( |$)/),
    ]);
  });
});

describe('a process', () => {
  it('a process reports the utilization of its event loop since the last scrape, and its memory', async () => {
    await scrape();
    const until = performance.now() + 50;
    while (performance.now() < until);
    const valueOf = (line = '') => Number(/ ([\d.e+-]+)( \d+)?$/.exec(line)?.[1]);
    const utilization = valueOf((await seriesOf('patchbay_event_loop_utilization'))[0]);
    expect(utilization).toBeGreaterThan(0.5);
    expect(utilization).toBeLessThanOrEqual(1);
    const memory = await seriesOf('patchbay_memory');
    expect(memory.map((line) => /kind="(\w+)"/.exec(line)?.[1])).toEqual(['rss', 'heap_used', 'external']);
    expect(valueOf(memory[0])).toBeGreaterThan(valueOf(memory[1]));
  });
});

describe('labels', () => {
  it('no label is an id, an address, a path or a person: the number of series would grow without bound', () => {
    const labels = Object.values(metricTable).flatMap((metric): readonly string[] => metric.labels);
    expect(labels.filter((label) => /id$|address|path|url|user|email|slug|token/i.test(label))).toEqual([]);
  });
});

describe('a histogram', () => {
  it('a histogram has the buckets of the table, or else those of calls', async () => {
    observe('trailDelay', 4.5);
    observe('rowLockWait', 4.5);
    const bounds = async (name: string) =>
      (await seriesOf(`${name}_bucket`)).map((line) => /le="([^"]+)"/.exec(line)?.[1]);
    expect(await bounds('patchbay_trail_delay')).toEqual(expect.arrayContaining(['4', '5', '3600']));
    expect(await bounds('patchbay_row_lock_wait_duration')).toContain('0.0025');
    expect(await bounds('patchbay_row_lock_wait_duration')).not.toContain('3600');
  });
});
