import { fromBinary, type JsonObject, toJson } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { ListedDeadLetter, StoredDeadLetter } from '../store/dead-letters.ts';

/** Undefined if the message is no event. Its contents are untrusted. */
export function eventIn({ value }: Pick<StoredDeadLetter, 'value'>): Event | undefined {
  if (value.byteLength === 0) return undefined;
  try {
    return fromBinary(EventSchema, value);
  } catch {
    return undefined;
  }
}

const maxLength = 64;

/** Text of a message on a terminal: without characters that could move the cursor, and not longer than an id. */
export function printable(text: string): string {
  const plain = text.replaceAll(/[^\x20-\x7e]/g, '?');
  return plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1)}…`;
}

/** The JSON of the same, also with characters that JSON leaves as they are and a terminal obeys. */
const printableJson = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replaceAll(
    /[^\x20-\x7e\n]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** An event by its ids, without personal data. */
const outlineOf = (event: Event) => ({
  id: event.id,
  action: event.action,
  occurredAt: event.occurredAt && dateText(event.occurredAt),
  organizationId: event.organizationId || undefined,
  userId: event.userId || undefined,
  actor: event.actor && { type: event.actor.type, id: event.actor.id },
  workspace: event.workspace && { id: event.workspace.id },
  target: event.target && { type: event.target.type, id: event.target.id },
  changedFields: event.changes.map(({ field }) => field),
  metadataNames: Object.keys(event.metadata ?? {}),
  requestId: event.requestId || undefined,
  traceId: event.traceId || undefined,
});

function dateText(timestamp: NonNullable<Event['occurredAt']>): string {
  const date = timestampDate(timestamp);
  return Number.isNaN(date.getTime()) ? `${timestamp.seconds} s` : date.toISOString();
}

/** An event with every value. Undefined if a value has no JSON form. */
function wholeOf(event: Event): JsonObject | undefined {
  try {
    return toJson(EventSchema, event) as JsonObject;
  } catch {
    return undefined;
  }
}

/** A dead letter for an operator, as JSON, with the outline of its event or with all values. */
export function described(deadLetter: StoredDeadLetter, { values }: { readonly values: boolean }): string {
  const { key, value, headers, ...row } = deadLetter;
  const event = eventIn(deadLetter);
  const shown = event && ((values ? wholeOf(event) : undefined) ?? outlineOf(event));
  return printableJson({
    ...row,
    signatureKey: headers['signature-key'] ?? null,
    keyBytes: key.byteLength,
    valueBytes: value.byteLength,
    event: shown ?? null,
    ...(values && event === undefined && { value: value.subarray(0, 4_096).toString('base64') }),
  });
}

/** A dead letter as one line. */
export function lineOf(deadLetter: ListedDeadLetter): string {
  const { id, failedAt, topic, partition, offset, reason, outcome } = deadLetter;
  const event = eventIn(deadLetter);
  return [
    id,
    failedAt.toISOString(),
    `${topic}/${partition}@${offset}`,
    event?.action ? printable(event.action) : '-',
    event?.id ? printable(event.id) : '-',
    ...(outcome === null ? [] : [outcome]),
    reason.replaceAll(/[^\x20-\x7e]/g, '?'),
  ].join('  ');
}
