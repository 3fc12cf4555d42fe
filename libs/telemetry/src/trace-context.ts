import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api';

/** The active span as a W3C `traceparent`; undefined outside any span. */
export function currentTraceparent(active: Context = context.active()): string | undefined {
  const span = trace.getSpanContext(active);
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

/** 32 hex digits; undefined outside any span. */
export const currentTraceId = (active: Context = context.active()): string | undefined => {
  const span = trace.getSpanContext(active);
  return span !== undefined && isSpanContextValid(span) ? span.traceId : undefined;
};

/** A context whose spans continue the given `traceparent`; a new trace where it is missing or malformed. */
export const contextFromTraceparent = (traceparent: string | undefined): Context =>
  traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
