import type { Change, Value } from '@patchbay/trail/domain-event';
import {
  boundedChanges,
  boundedMetadata,
  bytesOfJson,
  maxEntryBytes,
  summaryOf,
} from '@patchbay/trail/entry-size';

export interface Actor {
  readonly type: string;
  readonly id: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly apiKeyPrefix: string | null;
}

/** An event of a service, before it is appended to a chain. */
export interface TrailEvent {
  readonly id: string;
  readonly action: string;
  readonly occurredAt: Date;
  readonly actor: Actor;
  readonly workspace: { readonly slug: string; readonly name: string } | null;
  readonly target: { readonly type: string; readonly id: string; readonly name: string };
  readonly changes: readonly Change[];
  readonly metadata: { readonly [name: string]: Value };
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  readonly traceId: string | null;
}

/**
 * The id of the workspace that it is about: a slug can be given to another workspace later. Null where it is about none, and in entries
 * that were recorded before they had it.
 */
export function workspaceIdIn({
  workspace,
  metadata,
}: Pick<TrailEvent, 'workspace' | 'metadata'>): string | null {
  const { workspaceId } = metadata;
  return workspace !== null && typeof workspaceId === 'string' ? workspaceId : null;
}

/** Bytes of a text in JSON: 512 characters of two bytes or 255 of four, which no name or user agent of the platform exceeds. */
const maxTextBytes = 1_030;

/** Cut so that its JSON has at most `maxTextBytes`. */
function boundedText(text: string): string {
  if (bytesOfJson(text) <= maxTextBytes) return text;
  let left = maxTextBytes - bytesOfJson('…');
  let kept = '';
  for (const character of text) {
    left -= bytesOfJson(character) - 2;
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}

const boundedOrNull = (text: string | null): string | null => text && boundedText(text);

/** More than an entry has beside the fields of its event: `recordedAt`, `sequence`, `previousHash` and `hash`. */
const chainBytes = 300;

/**
 * The event without what would make an entry of more than `maxEntryBytes`. Events of this version are small already (`toEvent`);
 * those of versions that did not shorten values may be still in a topic, and are recorded too. `id`, `action` and other columns that
 * are indexed stay: they are short, see `readEvent`.
 */
export function boundedEvent(event: TrailEvent): TrailEvent {
  const { actor, workspace, target } = event;
  const bounded: TrailEvent = {
    ...event,
    actor: {
      ...actor,
      type: boundedText(actor.type),
      email: boundedOrNull(actor.email),
      name: boundedOrNull(actor.name),
      apiKeyPrefix: boundedOrNull(actor.apiKeyPrefix),
    },
    workspace: workspace && { ...workspace, name: boundedText(workspace.name) },
    target: { ...target, name: boundedText(target.name) },
    changes: boundedChanges(event.changes),
    metadata: boundedMetadata(event.metadata),
    ipAddress: boundedOrNull(event.ipAddress),
    userAgent: boundedOrNull(event.userAgent),
    requestId: boundedOrNull(event.requestId),
    traceId: boundedOrNull(event.traceId),
  };
  if (bytesOfJson(bounded) + chainBytes <= maxEntryBytes) return bounded;
  const workspaceId = workspaceIdIn(bounded);
  // No event of the platform has so many fields in `changes` or `metadata`.
  const { changes, metadata } = bounded;
  return {
    ...bounded,
    changes: [],
    metadata: {
      omitted: summaryOf({ changes: changes.map((change) => ({ ...change })), metadata }),
      ...(workspaceId !== null && { workspaceId }),
    },
  };
}

/**
 * An AuditLog exactly as the API shows it, without its `hash`. This object is hashed, so that readers of the API can
 * recompute the hash. Timestamps are ISO 8601 in UTC with milliseconds.
 */
export interface Entry extends Omit<TrailEvent, 'occurredAt'> {
  readonly occurredAt: string;
  readonly recordedAt: string;
  /** From 1, without gaps, per organization. */
  readonly sequence: number;
  readonly previousHash: string;
}

/** The entry of an event, after `newest`. All names are in the order of RFC 8785: `canonicalForm` then need not sort them. */
export const entryOf = (
  event: TrailEvent,
  id: string,
  recordedAt: Date,
  newest: { readonly sequence: number; readonly hash: string },
): Entry => {
  const { actor, target, workspace } = event;
  return {
    action: event.action,
    actor: {
      apiKeyPrefix: actor.apiKeyPrefix,
      email: actor.email,
      id: actor.id,
      name: actor.name,
      type: actor.type,
    },
    changes: event.changes.map(({ after, before, field }) => ({ after, before, field })),
    id,
    ipAddress: event.ipAddress,
    metadata: event.metadata,
    occurredAt: event.occurredAt.toISOString(),
    previousHash: newest.hash,
    recordedAt: recordedAt.toISOString(),
    requestId: event.requestId,
    sequence: newest.sequence + 1,
    target: { id: target.id, name: target.name, type: target.type },
    traceId: event.traceId,
    userAgent: event.userAgent,
    workspace: workspace && { name: workspace.name, slug: workspace.slug },
  };
};

/** An entry as it is stored and hashed. */
export interface ChainedEntry {
  /** The entry in RFC 8785 form. */
  readonly text: string;
  /** Lower-case hex SHA-256 of the text. */
  readonly hash: string;
}

/** Whether a name `hash` can be in the text, at any depth; it could also be written with an escape sequence (`\u0068ash`). */
const mayHaveHash = (text: string): boolean => text.includes('"hash"') || text.includes('\\u00');

/**
 * Whether a field `hash` can be appended to the text as it is: an object with fields, without line breaks between them, and without
 * a `hash` of its own.
 */
const isLine = (text: string): boolean =>
  text.startsWith('{"') &&
  text.endsWith('}') &&
  !text.includes('\n') &&
  !(mayHaveHash(text) && Object.hasOwn(JSON.parse(text) as object, 'hash'));

/**
 * The AuditLog of the API: the entry with its hash as the last field. The stored text is rewritten only if the hash cannot be
 * appended. That happens for no unaltered entry: an altered row can have any JSON object. The result is one JSON document
 * without line breaks in any case, with one `hash`.
 */
export function documentOf({ text, hash }: ChainedEntry): string {
  const line = isLine(text) ? text : JSON.stringify({ ...(JSON.parse(text) as object), hash: undefined });
  const fields = line.slice(0, -1);
  return `${fields}${fields === '{' ? '' : ','}"hash":${JSON.stringify(hash)}}`;
}

/** Copies of fields of the entry in columns of their own, for filters and indexes. */
export interface Columns {
  readonly action: string;
  readonly occurredAt: string;
  readonly actorId: string | null;
  readonly workspaceId: string | null;
  readonly workspaceSlug: string | null;
  readonly targetType: string;
  readonly targetId: string;
}

export const columnsOf = (entry: Entry): Columns => ({
  action: entry.action,
  occurredAt: entry.occurredAt,
  actorId: entry.actor.id,
  workspaceId: workspaceIdIn(entry),
  workspaceSlug: entry.workspace?.slug ?? null,
  targetType: entry.target.type,
  targetId: entry.target.id,
});
