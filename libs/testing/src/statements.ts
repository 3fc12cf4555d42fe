import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';

export interface Statements {
  /**
   * The statements of `work` by the names of their spans (`BEGIN`, `INSERT members`, `outbox record`), in the order in which
   * they ended. Statements of concurrent work belong to other traces and are left out.
   */
  during(work: () => Promise<unknown>): Promise<string[]>;
}

/** Records the spans of this process in memory. Call it before the service under test is built: it starts tracing. */
export function recordStatements(): Statements {
  const exporter = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  return {
    async during(work) {
      exporter.reset();
      const traceId = await inSpan(tracerOf('test'), 'statements', {}, async (span) => {
        await work();
        return span.spanContext().traceId;
      });
      return exporter
        .getFinishedSpans()
        .filter((span) => span.spanContext().traceId === traceId && span.name.startsWith('db '))
        .map(({ name }) => name.slice('db '.length));
    },
  };
}
