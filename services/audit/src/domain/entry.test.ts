import { maxEntryBytes } from '@patchbay/trail/entry-size';
import { describe, expect, it } from 'vitest';
import { appendEntries } from './chain.ts';
import { boundedEvent, type TrailEvent } from './entry.ts';
import { trailEvent } from './trail-event.fixture.ts';

/** Bytes of the entry as the API shows it, with its hash, far along a chain. */
function bytesOf(event: TrailEvent): number {
  const head = { sequence: 10 ** 15, hash: 'a'.repeat(64), recordedAt: new Date(0) };
  const [entry] = appendEntries(head, [event], { now: new Date() }).entries;
  return Buffer.byteLength(`${entry?.text},"hash":"${entry?.hash}"`);
}

/** Texts whose JSON is longest for their characters, in each way. */
const texts = ['x', '"', '\u0001', '\u007f', '€', '😀'];

describe('the size of an entry', () => {
  it.each(texts)('an entry has at most 16 KB, whatever is made of %j and however long it is', (text) => {
    const long = text.repeat(2_000);
    /** What a column with an index may have. */
    const indexed = text.repeat(Math.floor(256 / (Buffer.byteLength(JSON.stringify(text)) - 2)));
    const event = trailEvent({
      action: indexed,
      actor: { type: long, id: indexed, email: long, name: long, apiKeyPrefix: long },
      workspace: { slug: indexed, name: long },
      target: { type: indexed, id: indexed, name: long },
      ipAddress: long,
      userAgent: long,
      requestId: long,
      traceId: long,
      changes: Array.from({ length: 20 }, () => ({ field: long, before: long, after: [long] })),
      metadata: {
        [long]: long,
        workspaceId: 'i'.repeat(36),
        list: Array<string>(20).fill(long),
        ...Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [String(index), 'x'])),
      },
    });
    const bounded = boundedEvent(event);
    expect(bytesOf(bounded)).toBeLessThanOrEqual(maxEntryBytes);
    expect(boundedEvent(bounded)).toEqual(bounded);
    expect(bounded.target.name.startsWith(text)).toBe(true);
    expect(bounded.changes).toEqual([]);
    expect(bounded.metadata).toMatchObject({
      omitted: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      workspaceId: 'i'.repeat(36),
    });
  });

  it('an entry with the longest names, user agent and values of the platform fits without the loss of a field', () => {
    const name = '😀'.repeat(255);
    const userAgent = '\u00ff'.repeat(512);
    const title = '😀'.repeat(100);
    const settings = { text: '😀'.repeat(10_000) };
    const returnUrl = `https://example.com/${'x'.repeat(2_000)}`;
    const event = trailEvent({
      actor: {
        type: 'api_key',
        id: 'i'.repeat(36),
        email: 'e'.repeat(254),
        name,
        apiKeyPrefix: 'p'.repeat(15),
      },
      workspace: { slug: 's'.repeat(63), name: title },
      target: { type: 'workspace_member', id: 'i'.repeat(36), name },
      ipAddress: 'f'.repeat(39),
      userAgent,
      requestId: 'r'.repeat(128),
      traceId: 't'.repeat(32),
      changes: Object.entries({ name: title, settings, returnUrl }).map(([field, value]) => ({
        field,
        before: value,
        after: value,
      })),
      metadata: { keys: Array.from({ length: 1_000 }, () => ({ prefix: 'p'.repeat(15), name })) },
    });
    const bounded = boundedEvent(event);
    expect(bytesOf(bounded)).toBeLessThanOrEqual(maxEntryBytes);
    expect(bounded).toMatchObject({
      actor: event.actor,
      workspace: event.workspace,
      target: event.target,
      userAgent,
      requestId: event.requestId,
    });
    expect(bounded.changes.map(({ field }) => field)).toEqual(['name', 'settings', 'returnUrl']);
    expect(bounded.metadata).toMatchObject({ keysOmitted: expect.any(Number) as number });
  });

  it('an event that is small enough is recorded as it is', () => {
    const event = trailEvent({
      workspace: { slug: 'spring', name: 'Spring' },
      metadata: { reason: 'season' },
    });
    expect(boundedEvent(event)).toEqual(event);
  });
});
