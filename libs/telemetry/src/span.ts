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

/**
 * Runs `work` inside several spans at once, for work done for many causes together: one under each parent, so that every
 * cause's trace shows it. The first is the active one; `work` is handed the contexts of all.
 */
export async function inSpans<T>(
  tracer: Tracer,
  name: string,
  each: readonly SpanOptions[],
  work: (contexts: readonly Context[]) => Promise<T>,
): Promise<T> {
  const started = each.map(({ kind = SpanKind.INTERNAL, attributes, parent = context.active() }) => {
    const span = tracer.startSpan(name, { kind, ...(attributes && { attributes }) }, parent);
    return { span, within: trace.setSpan(parent, span) };
  });
  const contexts = started.map(({ within }) => within);
  try {
    return await context.with(contexts[0] ?? context.active(), () => work(contexts));
  } catch (thrown) {
    for (const { span } of started) failSpan(span, thrown);
    throw thrown;
  } finally {
    for (const { span } of started) span.end();
  }
}
