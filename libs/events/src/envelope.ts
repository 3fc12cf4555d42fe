import { create, fromJson, type JsonObject, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, ValueSchema } from '@bufbuild/protobuf/wkt';
import { type ActorSchema, type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { CallerContext } from '@patchbay/rpc/caller';
import { currentTraceId } from '@patchbay/telemetry/trace-context';
import type { DomainEvent, Value } from '@patchbay/trail/domain-event';
import { v7 } from 'uuid';

/** What an envelope takes from the caller token. */
export type EventCall = Pick<CallerContext, 'caller' | 'requestId' | 'ipAddress' | 'userAgent'>;

export interface EnvelopeOptions {
  /** Defaults to a new UUIDv7 of that moment. */
  readonly id?: string;
  /** Defaults to the present. */
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
      // Only the holder of a link acts without a session or a key: nothing more is known of them.
      return { type: 'client' };
    default:
      return { type: caller.type satisfies 'system' };
  }
}

// `Value` is what JSON can say, with readonly arrays that the protobuf types do not know.
const protobufValue = (value: Value) => fromJson(ValueSchema, value as JsonValue);

/** What happened, with who did it and in which request and trace: the message that is published and kept. */
export function toEvent(
  event: DomainEvent,
  call: EventCall,
  { now = new Date(), id = v7({ msecs: now.getTime() }) }: EnvelopeOptions = {},
): Event {
  return create(EventSchema, {
    id,
    action: event.action,
    occurredAt: timestampFromDate(now),
    ...event.about,
    actor: event.actor ?? actorOf(call),
    ...(event.workspace && { workspace: event.workspace }),
    target: event.target,
    changes: (event.changes ?? []).map(({ field, before, after }) => ({
      field,
      before: protobufValue(before),
      after: protobufValue(after),
    })),
    metadata: (event.metadata ?? {}) as JsonObject,
    ...(call.ipAddress !== null && { ipAddress: call.ipAddress }),
    ...(call.userAgent !== null && { userAgent: call.userAgent }),
    requestId: call.requestId,
    traceId: currentTraceId() ?? '',
    ...(event.user && { snapshot: { case: 'user' as const, value: event.user } }),
  });
}

/** What keeps events about the same thing in order. */
export const keyOf = ({ organizationId, userId }: Pick<Event, 'organizationId' | 'userId'>): string =>
  organizationId || userId;
