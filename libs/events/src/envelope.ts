import { create, fromJson, type JsonObject, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, ValueSchema } from '@bufbuild/protobuf/wkt';
import { type ActorSchema, type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { internal } from '@patchbay/errors/failure';
import type { CallerContext } from '@patchbay/rpc/caller';
import { systemClock } from '@patchbay/runtime/clock';
import { currentTraceId } from '@patchbay/telemetry/trace-context';
import type { DomainEvent, Value } from '@patchbay/trail/domain-event';
import { boundedChanges, boundedMetadata } from '@patchbay/trail/entry-size';
import { v7 } from 'uuid';

/** The parts of the caller token that go into an event. */
export type EventCall = Pick<CallerContext, 'caller' | 'requestId' | 'ipAddress' | 'userAgent'>;

/** The actor of background work and of operators, who have no request. */
export const systemActor: EventCall = {
  caller: { type: 'system' },
  requestId: '',
  ipAddress: null,
  userAgent: null,
};

export interface EnvelopeOptions {
  /** Default: a new UUIDv7 with the time of `now`. */
  readonly id?: string;
  /** Default: the current time. */
  readonly now?: Date;
}

type Actor = MessageInitShape<typeof ActorSchema>;

function actorOf({ caller }: EventCall): Actor {
  switch (caller.type) {
    case 'user':
      return { type: 'user', id: caller.userId, email: caller.email, name: caller.name };
    case 'api_key': {
      const { email, name } = caller.creator;
      return { type: 'api_key', id: caller.keyId, email, name, apiKeyPrefix: caller.prefix };
    }
    case 'anonymous':
      // Only the holder of a connect link acts without a session or a key; the link identifies no person.
      return { type: 'client' };
    case 'unread_key':
      throw internal('a read records no event');
    default:
      return { type: caller.type satisfies 'system' };
  }
}

// `Value` is a JSON value with readonly arrays, which the types of protobuf-es do not accept.
const protobufValue = (value: Value) => fromJson(ValueSchema, value as JsonValue);

/**
 * The published message: the domain event with its actor, request id and trace id. Long values are shortened here, before the event is
 * written to the outbox, so that outbox, topic and trail hold the same small event.
 */
export function toEvent(
  event: DomainEvent,
  call: EventCall,
  { now = systemClock.now(), id = v7({ msecs: now.getTime() }) }: EnvelopeOptions = {},
): Event {
  return create(EventSchema, {
    id,
    action: event.action,
    occurredAt: timestampFromDate(now),
    ...event.about,
    actor: event.actor ?? actorOf(call),
    ...(event.workspace && { workspace: event.workspace }),
    target: event.target,
    changes: boundedChanges(event.changes ?? []).map(({ field, before, after }) => ({
      field,
      before: protobufValue(before),
      after: protobufValue(after),
    })),
    metadata: boundedMetadata(event.metadata ?? {}) as JsonObject,
    ...(call.ipAddress !== null && { ipAddress: call.ipAddress }),
    ...(call.userAgent !== null && { userAgent: call.userAgent }),
    requestId: call.requestId,
    traceId: currentTraceId() ?? '',
    ...(event.user && { snapshot: { case: 'user' as const, value: event.user } }),
  });
}

/** The message key: events with the same key keep their order. */
export const keyOf = ({ organizationId, userId }: Pick<Event, 'organizationId' | 'userId'>): string =>
  organizationId || userId;
