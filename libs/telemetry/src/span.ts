import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { attributes as names } from './attributes.ts';
import { type IdGenerator, telemetry } from './telemetry.ts';

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Defaults to the active context. */
  readonly parent?: Context;
}

export { SpanKind };

/** A tracer per service, so that the service of a span is known even if all services run in one process. */
export const tracerOf = (service: string): Tracer => trace.getTracer(`patchbay.${service}`);

/** Marks a span as failed, with the name and code of the error only: its message may hold personal data or secrets. */
export function failSpan(span: Span, thrown: unknown): void {
  const type = thrown instanceof Error ? thrown.name : typeof thrown;
  const code =
    typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : undefined;
  span.setAttribute(names.errorType, code === undefined ? type : `${type}.${code}`);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Whether the span was started by this process and is not sampled. Every sampler decides on its children alike: by their parent, by
 * their trace id, which is the same, or never to sample.
 */
const isUnsampled = ({ isRemote, traceFlags }: SpanContext): boolean =>
  isRemote !== true && (traceFlags & TraceFlags.SAMPLED) === 0;

/** A span that is not exported: an id of its own within the trace of its parent, or a trace of its own. */
function unexportedSpan(ids: IdGenerator, parent: SpanContext | undefined): Span {
  const isValid = parent !== undefined && isSpanContextValid(parent);
  const traceId = isValid ? parent.traceId : ids.generateTraceId();
  return trace.wrapSpanContext({ traceId, spanId: ids.generateSpanId(), traceFlags: TraceFlags.NONE });
}

interface StartedSpan {
  readonly span: Span;
  readonly within: Context;
  /** Whether `span` is that of the parent, which is used again for work below a span that is not sampled. */
  readonly isParent: boolean;
}

function startSpan(
  tracer: Tracer,
  name: string,
  { kind = SpanKind.INTERNAL, attributes, parent = context.active() }: SpanOptions,
): StartedSpan {
  const above = trace.getSpan(parent);
  const aboveContext = above?.spanContext();
  if (above !== undefined && aboveContext !== undefined && isUnsampled(aboveContext))
    return { span: above, within: parent, isParent: true };
  const ids = telemetry.unexportedIds;
  const span =
    ids === undefined
      ? tracer.startSpan(name, { kind, ...(attributes && { attributes }) }, parent)
      : unexportedSpan(ids, aboveContext);
  return { span, within: trace.setSpan(parent, span), isParent: false };
}

async function endAfter<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    failSpan(span, thrown);
    throw thrown;
  } finally {
    span.end();
  }
}

/**
 * Runs `work` inside a span, which ends when `work` does. Below a span that is not sampled there are no further ones: `work` gets that
 * one, and its context stays the active one. `work` must return its errors as rejections.
 */
export function inSpan<T>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { span, within, isParent } = startSpan(tracer, name, options);
  // A `parent` that is passed may be another context than the active one.
  if (isParent && options.parent === undefined) return work(span);
  const result = context.with(within, work, undefined, span);
  return span.isRecording() ? endAfter(span, result) : result;
}

/**
 * Runs `work` inside one span per entry of `each`, for a batch that serves several traces: each trace then shows the work.
 * The first span is the active one; `work` gets the contexts of all.
 */
export async function inSpans<T>(
  tracer: Tracer,
  name: string,
  each: readonly SpanOptions[],
  work: (contexts: readonly Context[]) => Promise<T>,
): Promise<T> {
  const started = each.map((options) => startSpan(tracer, name, options));
  const contexts = started.map(({ within }) => within);
  const own = started.filter(({ isParent }) => !isParent);
  try {
    return await context.with(contexts[0] ?? context.active(), () => work(contexts));
  } catch (thrown) {
    for (const { span } of own) failSpan(span, thrown);
    throw thrown;
  } finally {
    for (const { span } of own) span.end();
  }
}
