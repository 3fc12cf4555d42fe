import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Appended, appendEntries, emptyChain, isAheadOf } from './chain.ts';
import type { Entry } from './entry.ts';
import { trailEvent } from './trail-event.fixture.ts';

const now = new Date('2026-11-15T10:00:00.500Z');

const entriesOf = ({ entries }: Appended): Entry[] => entries.map(({ text }) => JSON.parse(text) as Entry);

describe('appending to a chain', () => {
  it('entries count from 1 without gaps and link to the previous entry', () => {
    const appended = appendEntries(emptyChain, [trailEvent(), trailEvent(), trailEvent()], { now });
    const { entries, head } = appended;
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(entriesOf(appended).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(entriesOf(appended).map(({ previousHash }) => previousHash)).toEqual([
      '0'.repeat(64),
      entries[0]?.hash,
      entries[1]?.hash,
    ]);
    expect(head).toEqual({ sequence: 3, hash: entries[2]?.hash, recordedAt: now });
  });

  it('a chain continues after its head', () => {
    const first = appendEntries(emptyChain, [trailEvent()], { now });
    const second = appendEntries(first.head, [trailEvent()], { now });
    expect(entriesOf(second)).toMatchObject([{ sequence: 2, previousHash: first.head.hash }]);
  });

  it('appending nothing leaves the head unchanged', () => {
    const head = { sequence: 7, hash: 'a'.repeat(64), recordedAt: new Date(1) };
    expect(appendEntries(head, [], { now })).toEqual({ entries: [], head });
  });

  it('recordedAt never goes back along a chain', () => {
    const head = { sequence: 7, hash: 'a'.repeat(64), recordedAt: new Date(now.getTime() + 5) };
    const appended = appendEntries(head, [trailEvent(), trailEvent()], { now });
    expect(appended.head.recordedAt).toEqual(head.recordedAt);
    expect(entriesOf(appended).map(({ recordedAt }) => recordedAt)).toEqual(
      Array(2).fill('2026-11-15T10:00:00.505Z'),
    );
  });

  it('a head is ahead of the clock if it is more than a day later or has no valid time', () => {
    const ahead = (recordedAt: unknown) => isAheadOf(now, { ...emptyChain, recordedAt: recordedAt as Date });
    const after = (ms: number) => new Date(now.getTime() + ms);
    expect([new Date(0), now, after(86_400_000), Number.NEGATIVE_INFINITY].map(ahead)).toEqual(
      Array(4).fill(false),
    );
    expect([after(86_400_001), Number.POSITIVE_INFINITY, new Date(Number.NaN)].map(ahead)).toEqual(
      Array(3).fill(true),
    );
  });

  it('an entry is written as the API shows it', () => {
    const event = trailEvent({ workspace: { slug: 'spring', name: 'Spring' }, traceId: 't1' });
    const appended = appendEntries(emptyChain, [event], { now, createId: () => 'entry' });
    const [chained] = appended.entries;
    expect(chained?.eventId).toBe(event.id);
    expect(entriesOf(appended)).toEqual([
      {
        ...event,
        id: 'entry',
        occurredAt: event.occurredAt.toISOString(),
        recordedAt: '2026-11-15T10:00:00.500Z',
        sequence: 1,
        previousHash: '0'.repeat(64),
      },
    ]);
    expect(chained?.columns).toEqual({
      action: 'user.updated',
      occurredAt: event.occurredAt.toISOString(),
      actorId: 'u1',
      workspaceId: null,
      workspaceSlug: 'spring',
      targetType: 'user',
      targetId: 'u1',
    });
  });

  it('every entry has an id of its own', () => {
    const event = trailEvent();
    const ids = entriesOf(appendEntries(emptyChain, [event, event], { now })).map(({ id }) => id);
    expect(new Set([...ids, event.id]).size).toBe(3);
  });
});

describe('the hash of an entry', () => {
  it('the hash of an entry is the SHA-256 of its RFC 8785 form', () => {
    const event = trailEvent({ action: 'user.updated', metadata: { b: 1.5, a: 'ü€\n' } });
    const [chained] = appendEntries(emptyChain, [event], { now, createId: () => 'entry' }).entries;
    // Written out by hand: keys sorted, no spaces, non-ASCII characters unescaped.
    const form =
      '{"action":"user.updated","actor":{"apiKeyPrefix":null,"email":"ada@example.com","id":"u1","name":"Ada","type":"user"},' +
      '"changes":[{"after":"Ada","before":null,"field":"name"}],"id":"entry","ipAddress":"192.0.2.1",' +
      '"metadata":{"a":"ü€\\n","b":1.5},"occurredAt":"2026-11-15T09:59:59.000Z","previousHash":"' +
      `${'0'.repeat(64)}","recordedAt":"2026-11-15T10:00:00.500Z","requestId":"r1","sequence":1,` +
      '"target":{"id":"u1","name":"Ada","type":"user"},"traceId":null,"userAgent":"test","workspace":null}';
    expect(chained?.text).toBe(form);
    expect(chained?.hash).toBe(createHash('sha256').update(form, 'utf8').digest('hex'));
  });

  it('the hash of an entry does not depend on the order of names', () => {
    const changes = [{ field: 'name', before: { x: 1, y: [{ b: 2, a: 1 }] }, after: null }];
    const event = trailEvent({ metadata: { 9: 'nine', 10: 'ten', b: 1, a: 2 }, changes });
    const reversed = (value: unknown): unknown =>
      typeof value !== 'object' || value === null || value instanceof Date
        ? value
        : Array.isArray(value)
          ? value.map(reversed)
          : Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([name, inner]) => [name, reversed(inner)]),
            );
    const hashOfEntry = (given: typeof event) =>
      appendEntries(emptyChain, [given], { now, createId: () => 'entry' }).head.hash;
    expect(hashOfEntry(reversed(event) as typeof event)).toBe(hashOfEntry(event));
  });
});
