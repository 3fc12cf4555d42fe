import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { observe, watch } from './metrics.ts';
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
  it('is read at each scrape, by attributes, and is NaN while it is not known', async () => {
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

describe('a histogram', () => {
  it('has the bounds of the table, or those of durations of calls', async () => {
    observe('trailDelay', 4.5);
    observe('rowLockWait', 4.5);
    const bounds = async (name: string) =>
      (await seriesOf(`${name}_bucket`)).map((line) => /le="([^"]+)"/.exec(line)?.[1]);
    expect(await bounds('patchbay_trail_delay')).toEqual(expect.arrayContaining(['4', '5', '3600']));
    expect(await bounds('patchbay_row_lock_wait_duration')).toContain('0.0025');
    expect(await bounds('patchbay_row_lock_wait_duration')).not.toContain('3600');
  });
});
