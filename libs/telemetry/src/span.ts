import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { attributes as names } from './attributes.ts';

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Defaults to the active context. */
  readonly parent?: Context;
}

export { SpanKind };

/** Spans are told apart by the service that made them, also where all services share one process. */
export const tracerOf = (service: string): Tracer => trace.getTracer(`patchbay.${service}`);

/** Marks a span failed by kind alone: messages of errors may hold what a trace must not. */
export function failSpan(span: Span, thrown: unknown): void {
  const type = thrown instanceof Error ? thrown.name : typeof thrown;
  const code =
    typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : undefined;
  span.setAttribute(names.errorType, code === undefined ? type : `${type}.${code}`);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs `work` inside a span that ends with it. */
export async function inSpan<T>(
  tracer: Tracer,
  name: string,
  { kind = SpanKind.INTERNAL, attributes, parent = context.active() }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, { kind, ...(attributes && { attributes }) }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (thrown) {
    failSpan(span, thrown);
    throw thrown;
  } finally {
    span.end();
  }
}
