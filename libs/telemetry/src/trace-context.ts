import { randomBytes } from 'node:crypto';
import {
  type Context,
  context,
  INVALID_TRACEID,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';

/** Undefined outside any span. Without a tracer provider spans have the invalid id; all others are valid. */
function activeSpan(active: Context): SpanContext | undefined {
  const span = trace.getSpanContext(active);
  return span === undefined || span.traceId === INVALID_TRACEID ? undefined : span;
}

/** The active span as a W3C `traceparent`; undefined outside any span. */
export function currentTraceparent(active: Context = context.active()): string | undefined {
  const span = activeSpan(active);
  if (span === undefined) return undefined;
  const flags = span.traceFlags.toString(16);
  return `00-${span.traceId}-${span.spanId}-${flags.length === 1 ? `0${flags}` : flags}`;
}

/** Trace and span in hex digits; undefined outside any span. */
export const currentIds = (
  active: Context = context.active(),
): Pick<SpanContext, 'traceId' | 'spanId'> | undefined => activeSpan(active);

/** 32 hex digits; undefined outside any span. */
export const currentTraceId = (active: Context = context.active()): string | undefined =>
  activeSpan(active)?.traceId;

/** A context whose spans continue the given `traceparent`; a new trace where it is missing or malformed. */
export function contextFromTraceparent(traceparent: string | undefined): Context {
  const span = traceparent === undefined ? null : parseTraceParent(traceparent);
  return span === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...span, isRemote: true });
}

/** A `traceparent` of an answer that has no span: continues the given one, or begins a trace; never sampled. */
export function unsampledTraceparent(incoming: string | undefined): string {
  const random = randomBytes(24).toString('hex');
  const parent = incoming === undefined ? null : parseTraceParent(incoming);
  return `00-${parent?.traceId ?? random.slice(16)}-${random.slice(0, 16)}-00`;
}
