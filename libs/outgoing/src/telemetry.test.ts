import '@patchbay/telemetry/fresh-modules';
import { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  type DataPoint,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { metricTable } from '@patchbay/telemetry/metric-table';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBed, failure } from './client.fixture.ts';

const exporter = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
const { serve, clientOf } = createTestBed();

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
});
afterAll(async () => {
  for (const api of [trace, context, metrics]) api.disable();
  await reader.shutdown();
});
beforeEach(() => exporter.reset());

/** The points of a metric, by their attributes. */
const pointsOf = async (name: string) => {
  measured.reset();
  await reader.forceFlush();
  return measured
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics)
    .filter(({ descriptor }) => descriptor.name === name)
    .flatMap(({ dataPoints }): readonly DataPoint<unknown>[] => dataPoints);
};

const secrets = /s3cret|p4th|h3ader|b0dy|4nswer/;
const secretRequest = {
  method: 'POST',
  headers: { authorization: 'Bearer s3cret', 'x-h3ader': 'h3ader' },
  body: 'client_secret=b0dy',
} as const;

describe('the span of a request', () => {
  it('the span of a request has method, target, host and status, and nothing of what was sent', async () => {
    const server = await serve((response) => response.writeHead(401).end('4nswer'));
    const { send } = clientOf(server);
    const url = `${server.origin}/p4th?token=s3cret`;
    await inSpan(tracerOf('test'), 'caller', {}, () => send({ ...secretRequest, url }));

    const [span, caller] = exporter.getFinishedSpans();
    expect(span?.name).toBe('POST example');
    expect(span?.kind).toBe(SpanKind.CLIENT);
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'patchbay.target': 'example',
      'server.address': '127.0.0.1',
      'http.response.status_code': 401,
    });
    expect(span?.events).toEqual([]);
    expect(span?.parentSpanContext?.spanId).toBe(caller?.spanContext().spanId);
    expect(server.requests[0]?.headers).not.toHaveProperty('traceparent');
  });

  it('the span and the error of a failed request say why it failed, without secrets', async () => {
    const server = await serve((response) => response.destroy());
    const { send, lines } = clientOf(server, { breaker: { failures: 1 } });
    const url = `${server.origin}/p4th?token=s3cret`;
    const error = await send({ ...secretRequest, url }).catch((thrown: unknown) => thrown);
    expect(error).toEqual(failure('unreachable'));

    const [span] = exporter.getFinishedSpans();
    expect(span?.attributes['error.type']).toBe('OutgoingError.unreachable');
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    const told = [span?.name, span?.attributes, span?.events, lines, { ...(error as object) }];
    expect(JSON.stringify(told) + (error as Error).stack).not.toMatch(secrets);
    expect((error as Error).cause).toBeUndefined();
  });

  it('a request that was not sent has a span', async () => {
    const { send } = clientOf({ origin: 'https://configured.example' });
    const url = 'https://s3cret@10.0.0.1/p4th';
    await expect(send({ url })).rejects.toEqual(failure('address_refused'));
    const [span] = exporter.getFinishedSpans();
    expect(span?.attributes['error.type']).toBe('OutgoingError.address_refused');
    expect(JSON.stringify(span?.attributes)).not.toMatch(secrets);
  });
});

describe('the metrics', () => {
  it('requests are measured by target and outcome', async () => {
    const server = await serve((response, { path }) => response.writeHead(Number(path.slice(1))).end());
    const { send } = clientOf(server);
    const target = 'counted';
    for (const path of ['200', '204', '429', '502']) await send({ target, url: `${server.origin}/${path}` });
    await expect(send({ target, url: 'http://10.0.0.1/' })).rejects.toEqual(failure('address_refused'));
    await expect(send({ target, headers: { host: 'x' } })).rejects.toMatchObject({ code: 'internal' });

    const points = await pointsOf(metricTable.outgoingRequestDuration.name);
    const counts = points
      .filter(({ attributes }) => attributes['target'] === target)
      .map(({ attributes, value }) => [attributes['outcome'], (value as { count: number }).count]);
    expect(Object.fromEntries(counts)).toEqual({
      '2xx': 2,
      '4xx': 1,
      '5xx': 1,
      address_refused: 1,
      error: 1,
    });
  });

  it('the suspended hosts of a target are measured', async () => {
    const [server, other] = [await serve(), await serve()];
    for (const each of [server, other]) await each.stop();
    const { send, clock } = clientOf(server, {
      allowedOrigins: [server.origin, other.origin],
      breaker: { failures: 1 },
    });
    const suspended = async () => {
      const points = await pointsOf(metricTable.outgoingSuspended.name);
      return points.find(({ attributes }) => attributes['target'] === 'shared')?.value;
    };
    await expect(send({ target: 'shared' })).rejects.toEqual(failure('unreachable'));
    expect(await suspended()).toBe(1);
    await expect(send({ target: 'shared', url: other.origin })).rejects.toEqual(failure('unreachable'));
    expect(await suspended()).toBe(2);
    await clock.advance(30_000);
    await server.restart();
    // Another target at the same host has a breaker of its own.
    await send({ target: 'another' });
    expect(await suspended()).toBe(2);
    await send({ target: 'shared' });
    expect(await suspended()).toBe(1);
  });
});
