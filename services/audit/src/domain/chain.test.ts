import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appendEntries, emptyChain, hashOf } from './chain.ts';
import { trailEvent } from './trail-event.fixture.ts';

const now = new Date('2026-11-15T10:00:00.500Z');

describe('appending to a chain', () => {
  it('counts from 1 without gaps and links each entry to the one before', () => {
    const { entries, head } = appendEntries(emptyChain, [trailEvent(), trailEvent(), trailEvent()], { now });
    expect(entries.map(({ entry }) => entry.sequence)).toEqual([1, 2, 3]);
    expect(entries.map(({ entry }) => entry.previousHash)).toEqual([
      '0'.repeat(64),
      entries[0]?.hash,
      entries[1]?.hash,
    ]);
    expect(head).toEqual({ sequence: 3, hash: entries[2]?.hash });
  });

  it('continues where the head stands', () => {
    const first = appendEntries(emptyChain, [trailEvent()], { now });
    const second = appendEntries(first.head, [trailEvent()], { now });
    expect(second.entries[0]?.entry).toMatchObject({ sequence: 2, previousHash: first.head.hash });
  });

  it('leaves the head alone when there is nothing to append', () => {
    const head = { sequence: 7, hash: 'a'.repeat(64) };
    expect(appendEntries(head, [], { now })).toEqual({ entries: [], head });
  });

  it('writes the entry as the API shows it', () => {
    const event = trailEvent();
    const [chained] = appendEntries(emptyChain, [event], { now, createId: () => 'entry' }).entries;
    expect(chained?.eventId).toBe(event.id);
    expect(chained?.entry).toEqual({
      ...event,
      id: 'entry',
      occurredAt: event.occurredAt.toISOString(),
      recordedAt: '2026-11-15T10:00:00.500Z',
      sequence: 1,
      previousHash: '0'.repeat(64),
    });
  });

  it('gives every entry an id of its own, whatever the event is called', () => {
    const event = trailEvent();
    const ids = appendEntries(emptyChain, [event, event], { now }).entries.map(({ entry }) => entry.id);
    expect(new Set([...ids, event.id]).size).toBe(3);
  });
});

describe('the hash of an entry', () => {
  it('is the SHA-256 of its RFC 8785 form, as anyone would compute it', () => {
    const event = trailEvent({ action: 'user.updated', metadata: { b: 1.5, a: 'ü€\n' } });
    const [chained] = appendEntries(emptyChain, [event], { now, createId: () => 'entry' }).entries;
    // Written out by hand: keys sorted, no spaces, non-ASCII characters unescaped.
    const form =
      '{"action":"user.updated","actor":{"apiKeyPrefix":null,"email":"ada@example.com","id":"u1","name":"Ada","type":"user"},' +
      '"changes":[{"after":"Ada","before":null,"field":"name"}],"id":"entry","ipAddress":"192.0.2.1",' +
      '"metadata":{"a":"ü€\\n","b":1.5},"occurredAt":"2026-11-15T09:59:59.000Z","previousHash":"' +
      `${'0'.repeat(64)}","recordedAt":"2026-11-15T10:00:00.500Z","requestId":"r1","sequence":1,` +
      '"target":{"id":"u1","name":"Ada","type":"user"},"traceId":null,"userAgent":"test","workspace":null}';
    expect(chained?.hash).toBe(createHash('sha256').update(form, 'utf8').digest('hex'));
  });

  it('does not depend on the order in which the names were written', () => {
    const [chained] = appendEntries(emptyChain, [trailEvent()], { now }).entries;
    if (chained === undefined) throw new Error('nothing was appended');
    const reversed = Object.fromEntries(Object.entries(chained.entry).toReversed());
    expect(hashOf(reversed as unknown as typeof chained.entry)).toBe(chained.hash);
  });
});
