import { fromBinary, toBinary, toJson } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { inSpan, tracerOf } from '@patchbay/telemetry/span';
import { currentTraceId } from '@patchbay/telemetry/trace-context';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { describe, expect, it } from 'vitest';
import { type EventCall, keyOf, toEvent } from './envelope.ts';

// Starts tracing: without it there are no trace ids.
await import('@patchbay/telemetry/start');

const call: EventCall = {
  caller: { type: 'user', userId: 'u1', sessionId: 's1', email: 'ada@example.com', name: 'Ada' },
  requestId: 'r1',
  ipAddress: '203.0.113.7',
  userAgent: 'curl',
};

const updated: DomainEvent = {
  action: 'workspace.updated',
  about: { organizationId: 'o1' },
  target: { type: 'workspace', id: 'w1', name: 'Ads' },
  workspace: { id: 'w1', slug: 'ads', name: 'Ads' },
  changes: [{ field: 'settings', before: null, after: { tags: ['a', 1, true], deep: { x: null } } }],
  metadata: { source: 'console' },
};

describe('an envelope', () => {
  it('an envelope holds action, actor and client address after encoding and decoding', () => {
    const event = toEvent(updated, call, { id: 'e1', now: new Date('2026-11-15T10:00:00.123Z') });
    const read = fromBinary(EventSchema, toBinary(EventSchema, event));
    expect(toJson(EventSchema, read)).toEqual({
      id: 'e1',
      action: 'workspace.updated',
      occurredAt: '2026-11-15T10:00:00.123Z',
      organizationId: 'o1',
      actor: { type: 'user', id: 'u1', email: 'ada@example.com', name: 'Ada' },
      workspace: { id: 'w1', slug: 'ads', name: 'Ads' },
      target: { type: 'workspace', id: 'w1', name: 'Ads' },
      changes: [{ field: 'settings', before: null, after: { tags: ['a', 1, true], deep: { x: null } } }],
      metadata: { source: 'console' },
      ipAddress: '203.0.113.7',
      userAgent: 'curl',
      requestId: 'r1',
    });
  });

  it('an envelope holds the beginning, length and SHA-256 of a long value, and the first items of a long list', () => {
    const changes = [{ field: 'settings', before: 'x'.repeat(500_000), after: null }];
    const keys = Array<string>(100_000).fill('pby_0123456789A');
    const event = toEvent({ ...updated, changes, metadata: { keys } }, call);
    expect(toBinary(EventSchema, event).byteLength).toBeLessThan(16_000);
    expect(toJson(EventSchema, event)).toMatchObject({
      changes: [{ before: { beginning: `"${'x'.repeat(199)}`, length: 500_002 }, after: null }],
      metadata: { keysOmitted: expect.any(Number) as number },
    });
  });

  it.each([
    [{ type: 'anonymous' }, { type: 'client' }],
    [{ type: 'system' }, { type: 'system' }],
  ] as const)('an envelope of the caller %o has the actor %o', (caller, actor) => {
    const { actor: told, ipAddress } = toEvent(updated, { ...call, caller, ipAddress: null });
    expect(told).toMatchObject(actor);
    expect(told?.id).toBeUndefined();
    expect(ipAddress).toBeUndefined();
  });

  it('the actor of an event by API key is the key, with the address and name of its creator', () => {
    const caller = {
      type: 'api_key',
      keyId: 'k1',
      lineId: 'k1',
      prefix: 'pby_0123456789A',
      level: 'organization',
      role: 'admin',
      organizationId: 'o1',
      workspaceId: null,
      creator: { userId: 'u1', email: 'ada@example.com', name: 'Ada' },
    } as const;
    expect(toJson(EventSchema, toEvent(updated, { ...call, caller }))).toMatchObject({
      actor: {
        type: 'api_key',
        id: 'k1',
        email: 'ada@example.com',
        name: 'Ada',
        apiKeyPrefix: 'pby_0123456789A',
      },
    });
  });

  it("an event's own actor and snapshot of a person take precedence over the caller's", () => {
    const bob = { id: 'u2', email: 'bob@example.com', name: 'Bob' };
    const user = { ...bob, version: 3 };
    const event = toEvent(
      {
        action: 'user.signed_in',
        about: { userId: 'u2' },
        target: { type: 'user', id: 'u2', name: 'Bob' },
        actor: { type: 'user', ...bob },
        user,
      },
      { ...call, caller: { type: 'anonymous' } },
    );
    expect(event.actor).toMatchObject({ type: 'user', ...bob });
    expect(event.snapshot).toMatchObject({ case: 'user', value: user });
    expect(keyOf(event)).toBe('u2');
  });

  it('an envelope has an id that sorts by time and the id of the current trace', async () => {
    const now = new Date('2026-11-15T10:00:00Z');
    const first = toEvent(updated, call, { now });
    const second = toEvent(updated, call, { now: new Date(now.getTime() + 1) });
    expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(first.id < second.id).toBe(true);
    expect(first.traceId).toBe('');
    await inSpan(tracerOf('test'), 'request', {}, async () => {
      expect(toEvent(updated, call).traceId).toBe(currentTraceId());
      expect(currentTraceId()).toMatch(/^[0-9a-f]{32}$/);
    });
  });
});
