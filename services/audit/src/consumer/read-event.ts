import { toJson } from '@bufbuild/protobuf';
import { type Value as ProtoValue, type Timestamp, timestampDate, ValueSchema } from '@bufbuild/protobuf/wkt';
import type { Event } from '@patchbay/contracts/patchbay/events/v1/event';
import type { Value } from '@patchbay/trail/domain-event';
import { bytesOfJson } from '@patchbay/trail/entry-size';
import { validate as isUuid } from 'uuid';
import { maxEarlyMs } from '../domain/chain.ts';
import { boundedEvent, type TrailEvent } from '../domain/entry.ts';

/** A validated event, and whose trail records it. */
export interface ReadEvent {
  readonly event: TrailEvent;
  /** An organization, or a person: then the trail of each organization that they were a member of records it. */
  readonly about: { readonly organizationId: string } | { readonly userId: string };
}

/** The event can never be recorded, however often it is delivered. The message says why, without the event's contents. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/** Bytes in JSON, without the quotes. Postgres refuses index entries of more than about 2,700 bytes, and an entry has a maximum. */
const maxIndexedBytes = 256;

function refuseUnless(good: boolean, reason: string): asserts good {
  if (!good) throw new UnreadableEvent(reason);
}

const indexed = (value: string, name: string): string => {
  refuseUnless(
    value !== '' && bytesOfJson(value) - 2 <= maxIndexedBytes,
    `${name} must have 1 to ${maxIndexedBytes} bytes`,
  );
  return value;
};

const tooEarly =
  'occurred_at is more than a day ahead of the clock of audit: one of the clocks is wrong; it can be replayed later';

function dateOf(timestamp: Timestamp | undefined, now: Date): Date {
  refuseUnless(timestamp !== undefined, 'occurred_at is missing');
  const date = timestampDate(timestamp);
  const year = date.getUTCFullYear();
  refuseUnless(year >= 1970 && year <= 9999, 'occurred_at is out of range');
  refuseUnless(date.getTime() - now.getTime() <= maxEarlyMs, tooEarly);
  return date;
}

function valueOf(value: ProtoValue | undefined): Value {
  if (value === undefined) return null;
  try {
    return toJson(ValueSchema, value);
  } catch (error) {
    throw new UnreadableEvent('a changed value has no JSON form', { cause: error });
  }
}

function aboutOf({ organizationId, userId }: Event): ReadEvent['about'] {
  if (organizationId !== '') {
    refuseUnless(isUuid(organizationId), 'organization_id is not a UUID');
    return { organizationId: organizationId.toLowerCase() };
  }
  refuseUnless(isUuid(userId), 'it is about neither an organization nor a person');
  return { userId };
}

/** NUL is the one character that JSON can express and Postgres cannot store. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([name, inner]) => holdsNul(name) || holdsNul(inner));

/** Validates the event at this time; empty and unset fields become null, long ones are shortened. Throws `UnreadableEvent`. */
export function readEvent(message: Event, now: Date): ReadEvent {
  const { id, action, actor, target, workspace, changes, metadata, ipAddress, userAgent } = message;
  refuseUnless(isUuid(id), 'id is not a UUID');
  refuseUnless(actor !== undefined && actor.type !== '', 'actor is missing');
  refuseUnless(target !== undefined, 'target is missing');
  const event: TrailEvent = {
    id: id.toLowerCase(),
    action: indexed(action, 'action'),
    occurredAt: dateOf(message.occurredAt, now),
    actor: {
      type: actor.type,
      id: actor.id ? indexed(actor.id, 'actor.id') : null,
      email: actor.email || null,
      name: actor.name || null,
      apiKeyPrefix: actor.apiKeyPrefix || null,
    },
    workspace:
      workspace === undefined
        ? null
        : { slug: indexed(workspace.slug, 'workspace.slug'), name: workspace.name },
    target: {
      type: indexed(target.type, 'target.type'),
      id: indexed(target.id, 'target.id'),
      name: target.name,
    },
    changes: changes.map(({ field, before, after }) => ({
      field,
      before: valueOf(before),
      after: valueOf(after),
    })),
    metadata: {
      ...metadata,
      ...(workspace !== undefined && isUuid(workspace.id) && { workspaceId: workspace.id.toLowerCase() }),
    },
    ipAddress: ipAddress || null,
    userAgent: userAgent || null,
    requestId: message.requestId || null,
    traceId: message.traceId || null,
  };
  refuseUnless(!holdsNul(event), 'it holds a NUL character, which cannot be stored');
  return { event: boundedEvent(event), about: aboutOf(message) };
}
