import { BinaryReader } from '@bufbuild/protobuf/wire';

export type AttributeValue = string | number | boolean | undefined;
export type SpanKindName = 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
}

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for a root span. */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKindName;
  /** `service.name` of the process. */
  readonly service: string;
  /** Name of the tracer. */
  readonly scope: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly links: readonly SpanLink[];
  readonly failed: boolean;
}

const kinds: readonly SpanKindName[] = [
  'unspecified',
  'internal',
  'server',
  'client',
  'producer',
  'consumer',
];
const statusError = 2;

type FieldReaders = Record<number, (reader: BinaryReader) => void>;

/** Reads the fields that have a reader, by their numbers in opentelemetry-proto; skips the others. */
function readFields(bytes: Uint8Array, readers: FieldReaders): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    const read = readers[field];
    if (read === undefined) reader.skip(wireType, field);
    else read(reader);
  }
}

const hex = (reader: BinaryReader): string => Buffer.from(reader.bytes()).toString('hex');

/** AnyValue; lists and maps are skipped, because our code sets none. */
function readValue(bytes: Uint8Array): AttributeValue {
  let value: AttributeValue;
  readFields(bytes, {
    1: (reader) => (value = reader.string()),
    2: (reader) => (value = reader.bool()),
    3: (reader) => (value = Number(reader.int64())),
    4: (reader) => (value = reader.double()),
  });
  return value;
}

function readAttribute(bytes: Uint8Array, into: Record<string, AttributeValue>): void {
  let key = '';
  let value: AttributeValue;
  readFields(bytes, {
    1: (reader) => (key = reader.string()),
    2: (reader) => (value = readValue(reader.bytes())),
  });
  into[key] = value;
}

function readLink(bytes: Uint8Array): SpanLink {
  let traceId = '';
  let spanId = '';
  readFields(bytes, { 1: (reader) => (traceId = hex(reader)), 2: (reader) => (spanId = hex(reader)) });
  return { traceId, spanId };
}

function readStatus(bytes: Uint8Array): boolean {
  let code = 0;
  readFields(bytes, { 3: (reader) => (code = reader.int32()) });
  return code === statusError;
}

function readSpan(bytes: Uint8Array): Omit<CollectedSpan, 'service' | 'scope'> {
  const attributes: Record<string, AttributeValue> = {};
  const links: SpanLink[] = [];
  let traceId = '';
  let spanId = '';
  let parentSpanId = '';
  let name = '';
  let kind = 0;
  let failed = false;
  readFields(bytes, {
    1: (reader) => (traceId = hex(reader)),
    2: (reader) => (spanId = hex(reader)),
    4: (reader) => (parentSpanId = hex(reader)),
    5: (reader) => (name = reader.string()),
    6: (reader) => (kind = reader.int32()),
    9: (reader) => readAttribute(reader.bytes(), attributes),
    13: (reader) => links.push(readLink(reader.bytes())),
    15: (reader) => (failed = readStatus(reader.bytes())),
  });
  return {
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    name,
    kind: kinds[kind] ?? 'unspecified',
    attributes,
    links,
    failed,
  };
}

function readScopeSpans(bytes: Uint8Array, service: string): CollectedSpan[] {
  const spans: Omit<CollectedSpan, 'service' | 'scope'>[] = [];
  let scope = '';
  readFields(bytes, {
    1: (reader) => readFields(reader.bytes(), { 1: (inner) => (scope = inner.string()) }),
    2: (reader) => spans.push(readSpan(reader.bytes())),
  });
  return spans.map((span) => ({ ...span, service, scope }));
}

/** The spans of an ExportTraceServiceRequest in protobuf. */
export function decodeTraces(request: Uint8Array): CollectedSpan[] {
  const spans: CollectedSpan[] = [];
  readFields(request, {
    1: (reader) => {
      const resource: Record<string, AttributeValue> = {};
      const scopes: Uint8Array[] = [];
      readFields(reader.bytes(), {
        1: (inner) => readFields(inner.bytes(), { 1: (one) => readAttribute(one.bytes(), resource) }),
        2: (inner) => scopes.push(inner.bytes()),
      });
      for (const scope of scopes)
        spans.push(...readScopeSpans(scope, String(resource['service.name'] ?? '')));
    },
  });
  return spans;
}
