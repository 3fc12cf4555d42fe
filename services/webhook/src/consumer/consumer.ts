import { createConsumer, type DecodedEvent, readEvents } from '@patchbay/events/consumer';
import { stateChangesIn } from '@patchbay/events/inactive-organizations';
import type { VerifiedEventSource } from '@patchbay/events/signature';
import { topicOf } from '@patchbay/events/topics';
import { consumedBy } from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import { currentTraceparent } from '@patchbay/telemetry/trace-context';
import { validate as isUuid } from 'uuid';
import { entryOf } from '../sending/read-trail.ts';
import { deletedAmong } from '../store/deletion.ts';
import { type Arrived, createQueueEntries, type QueueParts } from './queue-entries.ts';
import { applyStateChanges } from './tenant-events.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

function arrivedOf({ event, context }: DecodedEvent): Arrived | undefined {
  const { snapshot, organizationId } = event;
  if (snapshot.case !== 'entry' || !isUuid(organizationId)) return undefined;
  try {
    const entry = entryOf(utf8.decode(snapshot.value.auditLog));
    if (entry === undefined || BigInt(entry.sequence) !== snapshot.value.sequence) return undefined;
    return { organizationId: organizationId.toLowerCase(), entry, traceparent: currentTraceparent(context) };
  } catch {
    return undefined;
  }
}

/** What is no entry becomes a dead letter, and the others are delivered again. */
const readAll = (events: readonly DecodedEvent[]): Arrived[] =>
  readEvents(events, (event) => {
    const value = arrivedOf(event);
    return value === undefined ? 'it has no entry of a trail' : { value };
  });

/**
 * Consumes the entries that audit publishes, and queues their deliveries. Entries of deleted organizations are ignored, whenever they come.
 * Those of a closed or suspended one are queued, and delivered when it is open again: the entry about the closing too.
 */
export function createEntryConsumer(source: VerifiedEventSource, parts: QueueParts): Component {
  const queueEntries = createQueueEntries(parts);
  return createConsumer({
    source,
    service: 'webhook',
    group: 'webhook',
    topics: consumedBy('webhook').map(topicOf),
    async handle(events) {
      const arrived = readAll(events);
      await applyStateChanges(parts, stateChangesIn(events));
      const deleted = await deletedAmong(parts.db, [
        ...new Set(arrived.map(({ organizationId }) => organizationId)),
      ]);
      const left = arrived.filter(({ organizationId }) => !deleted.has(organizationId));
      if (left.length > 0) await queueEntries(left);
    },
  });
}
