import { expect, it, onTestFinished } from 'vitest';
import { createCollector } from './collector.ts';
import { startProcess } from './process.ts';

const entry = new URL('./process-fixture.ts', import.meta.url);

it.each(['http/protobuf', 'grpc'] as const)(
  'a process is ready when it is returned, ends when it is told, and exports its spans by %s',
  async (protocol) => {
    const collector = await createCollector(protocol);
    onTestFinished(() => collector.stop());
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_SERVICE_NAME: 'fixture',
    };
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
  },
);

it('a process does not start with an unknown OTEL_EXPORTER_OTLP_PROTOCOL, and says so in one line', async () => {
  await expect(startProcess({ entry, env: { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' } })).rejects.toThrow(
    /ended with 1; its log:\nOTEL_EXPORTER_OTLP_PROTOCOL must be grpc or http\/protobuf, but is "http\/json"\n?$/,
  );
});
