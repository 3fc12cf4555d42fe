import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { toEvent } from '@patchbay/events/envelope';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { maxEarlyMs } from '../domain/chain.ts';
import { readEvent, UnreadableEvent } from './read-event.ts';

type EventFields = Exclude<MessageInitShape<typeof EventSchema>, Event>;

const organizationId = v7();
const now = new Date('2026-11-15T10:00:00.123Z');
const message = (given: EventFields = {}) =>
  create(EventSchema, {
    id: v7(),
    action: 'workspace.created',
    occurredAt: timestampFromDate(now),
    organizationId,
    actor: { type: 'system' },
    target: { type: 'workspace', id: 'w1', name: 'Spring' },
    ...given,
  });

describe('an event of the platform', () => {
  it('an event is read with all fields that the trail shows', () => {
    const recorded = toEvent(
      {
        action: 'workspace.updated',
        about: { organizationId },
        target: { type: 'workspace', id: 'w1', name: 'Spring' },
        workspace: { id: 'w1', slug: 'spring', name: 'Spring' },
        changes: [{ field: 'name', before: null, after: { nested: ['Spring', 1.5, true] } }],
        metadata: { reason: 'season' },
      },
      {
        caller: { type: 'user', userId: 'u1', sessionId: 's1', email: 'ada@example.com', name: 'Ada' },
        requestId: 'r1',
        ipAddress: '192.0.2.1',
        userAgent: null,
      },
      { now },
    );
    expect(readEvent(recorded, now)).toEqual({
      about: { organizationId },
      event: {
        id: recorded.id,
        action: 'workspace.updated',
        occurredAt: now,
        actor: { type: 'user', id: 'u1', email: 'ada@example.com', name: 'Ada', apiKeyPrefix: null },
        workspace: { slug: 'spring', name: 'Spring' },
        target: { type: 'workspace', id: 'w1', name: 'Spring' },
        changes: [{ field: 'name', before: null, after: { nested: ['Spring', 1.5, true] } }],
        metadata: { reason: 'season' },
        ipAddress: '192.0.2.1',
        userAgent: null,
        requestId: 'r1',
        traceId: null,
      },
    });
  });

  it('an event in a workspace is read with the id of the workspace, and one without an id as before', () => {
    const id = v7();
    const metadataOf = (workspaceId: string) => {
      const workspace = { id: workspaceId, slug: 'spring', name: 'Spring' };
      return readEvent(message({ workspace, metadata: { reason: 'season' } }), now).event.metadata;
    };
    expect(metadataOf(id.toUpperCase())).toEqual({ reason: 'season', workspaceId: id });
    expect(metadataOf('')).toEqual({ reason: 'season' });
  });

  it('an event without an organization is about a person', () => {
    const userId = v7();
    expect(readEvent(message({ organizationId: '', userId }), now).about).toEqual({ userId });
  });

  it('unset fields of an event are null', () => {
    const { event } = readEvent(message(), now);
    expect(event).toMatchObject({ workspace: null, ipAddress: null, userAgent: null, requestId: null });
    expect(event.actor).toEqual({ type: 'system', id: null, email: null, name: null, apiKeyPrefix: null });
  });

  it('an event may be at most one day ahead of the clock', () => {
    const ahead = (ms: number) =>
      message({ occurredAt: timestampFromDate(new Date(now.getTime() + maxEarlyMs + ms)) });
    expect(readEvent(ahead(0), now).event.occurredAt.getTime()).toBe(now.getTime() + maxEarlyMs);
    expect(() => readEvent(ahead(1), now)).toThrow('more than a day ahead');
    expect(readEvent(ahead(1), new Date(now.getTime() + 1)).event.action).toBe('workspace.created');
  });

  it.each<[what: string, given: EventFields]>([
    ['without a proper id', { id: 'one' }],
    ['without an action', { action: '' }],
    ['about nobody', { organizationId: '' }],
    ['about something that is no organization', { organizationId: 'acme' }],
    ['with an impossible time', { occurredAt: { seconds: 10n ** 15n } }],
    ['with a time before there were computers', { occurredAt: { seconds: -1n } }],
    ['without a target', { target: {} }],
    ['with a value too long for an index', { target: { type: 'workspace', id: 'x'.repeat(257), name: '' } }],
    ['that holds a NUL character', { metadata: { note: { deep: ['a\0b'] } } }],
    ['that holds a NUL character in a name', { metadata: { 'a\0b': 1 } }],
    ['with a number that JSON does not know', { changes: [{ field: 'n', after: numberValue(Number.NaN) }] }],
  ])('an event is refused %s', (_, given) => {
    expect(() => readEvent(message(given), now)).toThrow(UnreadableEvent);
  });
});

function numberValue(value: number) {
  return { kind: { case: 'numberValue' as const, value } };
}
