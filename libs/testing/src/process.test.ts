import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collector, createCollector } from './collector.ts';
import { startProcess } from './process.ts';

const entry = new URL('./process-fixture.ts', import.meta.url);

describe('a process of tests', () => {
  let collector: Collector;
  beforeAll(async () => {
    collector = await createCollector();
  });
  afterAll(() => collector.stop());

  it('is ready when returned, ends when told, and leaves its spans with the collector', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'fixture' };
    const service = await startProcess({ entry, env });
    expect(await service.isReady()).toBe(true);
    expect(service.log()).toBe('listening\n');
    expect(await service.stop()).toEqual({ code: 0, signal: null });
    expect(await service.isReady()).toBe(false);

    const outer = collector.spans.find(({ name }) => name === 'outer');
    expect(outer).toMatchObject({
      parentSpanId: undefined,
      kind: 'server',
      service: 'fixture',
      scope: 'patchbay.fixture',
      attributes: { answer: 42, exact: true, ratio: 0.5, text: 'yes' },
      links: [],
      failed: false,
    });
    expect(collector.trace(outer?.traceId ?? '')).toContainEqual(
      expect.objectContaining({ name: 'inner', parentSpanId: outer?.spanId, kind: 'internal' }),
    );
  });

  it('that is killed is gone', async () => {
    const service = await startProcess({ entry, env: {} });
    expect(await service.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(() => process.kill(service.pid, 0)).toThrow('ESRCH');
  });

  it('that does not start says why', async () => {
    await expect(startProcess({ entry, env: { REFUSE: 'no database' } })).rejects.toThrow(
      /ended with 3; its log:\nrefusing: no database/,
    );
  });
});
