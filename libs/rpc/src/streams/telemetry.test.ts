import '@patchbay/telemetry/fresh-modules';
import { AggregationTemporality, type Histogram } from '@opentelemetry/sdk-metrics';
import { conflict } from '@patchbay/errors/failure';
import { metricTable } from '@patchbay/telemetry/metric-table';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  clientOf,
  collect,
  endless,
  entry,
  idsOf,
  ownTransportNames,
  ownTransports,
  readOne,
} from '../fixtures/export.fixture.ts';
import { recordTelemetry } from '../fixtures/telemetry.fixture.ts';

const telemetry = recordTelemetry(AggregationTemporality.DELTA);
const { spans } = telemetry;
const ofCall = () => spans().filter(({ name }) => name.startsWith('rpc '));

/** Failure code, number and seconds of the calls that ended. */
async function measuredCalls() {
  const points = await telemetry.pointsOf(metricTable.rpcServerDuration.name);
  return points.map(({ attributes, value }) => ({
    code: attributes['patchbay.failure_code'],
    count: (value as Histogram).count,
    seconds: (value as Histogram).sum ?? 0,
  }));
}

const query = (): Promise<void> => inSpan(tracerOf('audit'), 'query', {}, async () => {});

describe.each(ownTransportNames)('a stream %s', (way) => {
  it('a stream has one span on each side until its end, and the spans of its handler are below', async () => {
    let passed = 0;
    const now = performance.now.bind(performance);
    const moved = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    onTestFinished(() => moved.mockRestore());
    const looked = { 1: Promise.withResolvers<void>(), 2: Promise.withResolvers<void>() };
    const transport = await ownTransports[way](async function* () {
      for (const id of [1, 2] as const) {
        await query();
        yield entry(String(id));
        await looked[id].promise;
        passed += 3_600_000;
      }
    });
    await inSpan(tracerOf('gateway'), 'edge', {}, async () => {
      for await (const message of clientOf(transport).exportAuditLogs({})) {
        expect(ofCall()).toEqual([]);
        for (const id of idsOf(message)) looked[Number(id) as 1 | 2].resolve();
      }
    });
    const byKind = Object.groupBy(spans(), ({ kind, name }) => (kind === 'INTERNAL' ? name : kind));
    const [edge, client, server] = [byKind['edge']?.[0], byKind['CLIENT']?.[0], byKind['SERVER']?.[0]];
    expect(ofCall()).toHaveLength(2);
    expect(client).toMatchObject({ parent: edge?.id, failed: false });
    expect(server).toMatchObject({ parent: client?.id, failed: false });
    expect(byKind['query']).toMatchObject([{ parent: server?.id }, { parent: server?.id }]);
    const calls = await measuredCalls();
    expect(calls).toMatchObject([{ code: 'ok', count: 1 }]);
    expect(calls[0]?.seconds).toBeGreaterThanOrEqual(7_200);
  });

  it.each([
    ['a refusal that was meant', conflict('Not today.'), 'failed_precondition', false],
    ['a bug', new TypeError('secret'), 'internal', true],
  ])('a stream that ends with %s is measured by its failure code', async (_what, thrown, code, failed) => {
    const transport = await ownTransports[way](async function* () {
      yield entry('1');
      throw thrown;
    });
    await collect(clientOf(transport).exportAuditLogs({}));
    expect(await measuredCalls()).toMatchObject([{ code, count: 1 }]);
    expect(ofCall().find(({ kind }) => kind === 'SERVER')?.failed).toBe(failed);
    expect(ofCall().find(({ kind }) => kind === 'CLIENT')?.failed).toBe(true);
  });

  it('a stream that its reader leaves is measured as canceled and does not mark its spans as failed', async () => {
    const { handler, abortReason } = endless(() => entry('1'));
    const transport = await ownTransports[way](handler);
    await readOne(clientOf(transport).exportAuditLogs({}));
    await abortReason;
    await expect.poll(ofCall).toMatchObject([{ failed: false }, { failed: false }]);
    expect(await measuredCalls()).toMatchObject([{ code: 'canceled', count: 1 }]);
  });
});
