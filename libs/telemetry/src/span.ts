import {
  type Attributes,
  type Context,
  context,
  INVALID_TRACEID,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { attributes as names } from './attributes.ts';
import { telemetry } from './telemetry.ts';

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** Defaults to the active context. */
  readonly parent?: Context;
  /** Whether it has an id of its own even if it is not recorded, because an answer tells the id. Default false. */
  readonly hasOwnId?: boolean;
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

/** Ends the spans when `work` has ended, and marks them as failed if it throws. */
async function endAfter<T>(spans: readonly Span[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    for (const span of spans) failSpan(span, thrown);
    throw thrown;
  } finally {
    for (const span of spans) span.end();
  }
}

/** The span above, if nothing under it is recorded. */
function unrecordedIn(parent: Context): Span | undefined {
  if (!telemetry.isParentDecisive) return undefined;
  const span = trace.getSpan(parent);
  if (span === undefined) return undefined;
  const { traceId, traceFlags } = span.spanContext();
  return traceId !== INVALID_TRACEID && (traceFlags & TraceFlags.SAMPLED) === 0 ? span : undefined;
}

/** Runs `work` inside a span, which ends when `work` does. Where it would not be recorded, the span above stays the active one. */
export function inSpan<T>(
  tracer: Tracer,
  name: string,
  { parent, hasOwnId = false, ...options }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const active = context.active();
  const above = hasOwnId ? undefined : unrecordedIn(parent ?? active);
  if (above !== undefined)
    return parent === undefined ? work(above) : context.with(parent, () => work(above));
  return tracer.startActiveSpan(name, options, parent ?? active, (span) =>
    endAfter([span], () => work(span)),
  );
}

/**
 * Runs `work` inside one span per entry of `each`, for a batch that serves several traces: each trace then shows the work.
 * The first span is the active one; `work` gets the contexts of all.
 */
export function inSpans<T>(
  tracer: Tracer,
  name: string,
  each: readonly SpanOptions[],
  work: (contexts: readonly Context[]) => Promise<T>,
): Promise<T> {
  const started = each.map(({ parent = context.active(), ...options }) => {
    const span = tracer.startSpan(name, options, parent);
    return { span, within: trace.setSpan(parent, span) };
  });
  const contexts = started.map(({ within }) => within);
  const spans = started.map(({ span }) => span);
  return context.with(contexts[0] ?? context.active(), () => endAfter(spans, () => work(contexts)));
}
