import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import type { NewEntry } from '../domain/chain.ts';
import type { TrailEvent } from '../domain/entry.ts';
import { documentOf } from '../rpc/audit-logs.ts';

/** A new entry as it is published. Its own id is that of the event: one event about a person makes an entry in several trails. */
export const publishedEntry = (organizationId: string, event: TrailEvent, entry: NewEntry): Event =>
  create(EventSchema, {
    id: entry.id,
    action: event.action,
    occurredAt: timestampFromDate(event.occurredAt),
    organizationId,
    snapshot: {
      case: 'entry',
      value: { sequence: BigInt(entry.sequence), auditLog: Buffer.from(documentOf(entry)) },
    },
  });
