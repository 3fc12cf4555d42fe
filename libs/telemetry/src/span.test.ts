import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inSpan, inSpans } from './span.ts';
import { contextFromTraceparent, currentTraceId, currentTraceparent } from './trace-context.ts';

const exporter = new InMemorySpanExporter();
const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer(
  'test',
);

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterEach(() => exporter.reset());

const finished = () => exporter.getFinishedSpans();

describe('a span', () => {
  it('is active while its work runs and ends with it', async () => {
    const inside = await inSpan(tracer, 'work', {}, async (span) => {
      expect(trace.getSpan(context.active())).toBe(span);
      return currentTraceId();
    });
    expect(finished()).toMatchObject([{ name: 'work' }]);
    expect(finished()[0]?.spanContext().traceId).toBe(inside);
    expect(currentTraceparent()).toBeUndefined();
  });

  it('of failed work tells the kind of error and never its text', async () => {
    const failing = inSpan(tracer, 'work', {}, async () =>
      Promise.reject(new TypeError('token abc is wrong')),
    );
    await expect(failing).rejects.toThrow('token abc');
    const [span] = finished();
    expect(span?.attributes).toEqual({ 'error.type': 'TypeError' });
    expect(JSON.stringify([span?.status, span?.events])).not.toContain('abc');
  });

  it('continues the trace it is given', async () => {
    const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await inSpan(tracer, 'work', { parent: contextFromTraceparent(parent) }, async () => {
      expect(currentTraceparent()).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-01$`));
    });
    expect(finished()[0]?.parentSpanContext?.spanId).toBe('b'.repeat(16));
  });

  it('for many causes is one in the trace of each', async () => {
    const parents = ['1', '2'].map((digit) =>
      contextFromTraceparent(`00-${digit.repeat(32)}-${digit.repeat(16)}-01`),
    );
    await inSpans(
      tracer,
      'insert',
      parents.map((parent) => ({ parent })),
      async (contexts) => expect(contexts).toHaveLength(2),
    );
    expect(finished().map((span) => span.spanContext().traceId)).toEqual(['1'.repeat(32), '2'.repeat(32)]);
  });
});
