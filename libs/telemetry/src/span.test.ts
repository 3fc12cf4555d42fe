import './fresh-modules.ts';
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inSpan, inSpans } from './span.ts';
import { telemetry } from './telemetry.ts';
import { contextFromTraceparent, currentTraceId, currentTraceparent } from './trace-context.ts';

const exporter = new InMemorySpanExporter();
const tracer = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }).getTracer(
  'test',
);

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterEach(() => exporter.reset());

const finished = () => exporter.getFinishedSpans();

describe('a span', () => {
  it('a span is active while its work runs and ends with it', async () => {
    const inside = await inSpan(tracer, 'work', {}, async (span) => {
      expect(trace.getSpan(context.active())).toBe(span);
      return currentTraceId();
    });
    expect(finished()).toMatchObject([{ name: 'work' }]);
    expect(finished()[0]?.spanContext().traceId).toBe(inside);
    expect(currentTraceparent()).toBeUndefined();
  });

  it('a span of failed work has the type of the error and never its text', async () => {
    const failing = inSpan(tracer, 'work', {}, async () =>
      Promise.reject(new TypeError('token abc is wrong')),
    );
    await expect(failing).rejects.toThrow('token abc');
    const [span] = finished();
    expect(span?.attributes).toEqual({ 'error.type': 'TypeError' });
    expect(JSON.stringify([span?.status, span?.events])).not.toContain('abc');
  });

  it('a span continues the trace of the given parent', async () => {
    const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await inSpan(tracer, 'work', { parent: contextFromTraceparent(parent) }, async () => {
      expect(currentTraceparent()).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-01$`));
    });
    expect(finished()[0]?.parentSpanContext?.spanId).toBe('b'.repeat(16));
  });

  it('where parents decide, work under a parent that is not recorded has no span of its own', async () => {
    telemetry.isParentDecisive = true;
    onTestFinished(() => void (telemetry.isParentDecisive = false));
    const unrecorded = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;
    const parent = contextFromTraceparent(unrecorded);
    const within = () => inSpan(tracer, 'inner', {}, async () => currentTraceparent());
    expect(await inSpan(tracer, 'outer', { parent }, within)).toBe(unrecorded);
    const own = await inSpan(tracer, 'outer', { parent, hasOwnId: true }, within);
    expect(own).toMatch(/^00-a{32}-[0-9a-f]{16}-00$/);
    expect(own).not.toBe(unrecorded);
    expect(finished()).toEqual([]);
    await inSpan(tracer, 'work', {}, within);
    expect(finished().map(({ name }) => name)).toEqual(['inner', 'work']);
  });

  it('a batch has one span in the trace of each of its parents', async () => {
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

const traceId = 'a'.repeat(32);
const callerSpan = 'b'.repeat(16);

describe('a span that is not sampled', () => {
  const unsampled = contextFromTraceparent(`00-${traceId}-${callerSpan}-00`);

  it('a span that is not sampled has an id of its own in the trace of its parent, and is not exported', async () => {
    const seen = await inSpan(tracer, 'edge', { parent: unsampled }, async () => currentTraceparent());
    expect(seen).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(seen).not.toContain(callerSpan);
    expect(finished()).toEqual([]);
  });

  it('a sampler that ignores the decision of the caller samples the whole trace', async () => {
    const exports = new InMemorySpanExporter();
    const always = new TracerProvider({
      sampler: new AlwaysOnSampler(),
      spanProcessors: [new SimpleSpanProcessor({ exporter: exports })],
    }).getTracer('test');
    await inSpan(always, 'edge', { parent: unsampled }, () => inSpan(always, 'call', {}, async () => {}));
    expect(exports.getFinishedSpans().map(({ name }) => name)).toEqual(['call', 'edge']);
  });

  it('a batch keeps the sampling decision of each of its traces', async () => {
    const contexts = await inSpans(tracer, 'insert', [{ parent: unsampled }, {}], async (all) => all);
    expect(contexts.map((one) => currentTraceparent(one))).toEqual([
      expect.stringMatching(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`)),
      expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
    ]);
    expect(finished()).toHaveLength(1);
  });
});

describe('a traceparent', () => {
  it.each([
    undefined,
    '',
    'x',
    `00-${'0'.repeat(32)}-${callerSpan}-01`,
    `ff-${traceId}-${callerSpan}-01`,
    `00-${traceId}-${callerSpan}`,
    `00-${traceId}-${callerSpan}-01-more`,
  ])('the traceparent %j begins a new trace', (traceparent) => {
    expect(contextFromTraceparent(traceparent)).toBe(ROOT_CONTEXT);
  });

  it('a traceparent is written as it was read', () => {
    for (const flags of ['00', '01', 'ff']) {
      const traceparent = `00-${traceId}-${callerSpan}-${flags}`;
      expect(currentTraceparent(contextFromTraceparent(traceparent))).toBe(traceparent);
    }
  });
});
