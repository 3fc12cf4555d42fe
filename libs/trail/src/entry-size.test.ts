import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Value } from './domain-event.ts';
import { boundedChanges, boundedMetadata, bytesOfJson, maxMetadataBytes } from './entry-size.ts';

const recorded = (after: Value): Value | undefined =>
  boundedChanges([{ field: 'settings', before: null, after }])[0]?.after;
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

describe('a changed value', () => {
  it('a value whose JSON has 200 characters stays, and one with 201 becomes its beginning, length and SHA-256', () => {
    expect(recorded('x'.repeat(198))).toBe('x'.repeat(198));
    const json = `"${'x'.repeat(199)}"`;
    expect(recorded('x'.repeat(199))).toEqual({
      beginning: json.slice(0, 200),
      length: 201,
      sha256: sha256(json),
    });
  });

  it('a character outside of the basic plane counts as one and is not split', () => {
    expect(recorded('😀'.repeat(198))).toBe('😀'.repeat(198));
    expect(recorded('😀'.repeat(300))).toMatchObject({ beginning: `"${'😀'.repeat(199)}`, length: 302 });
  });

  it('a shortened object has the SHA-256 of its RFC 8785 form, whatever the order of its names', () => {
    const [a, b] = ['a'.repeat(150), 'b'.repeat(150)];
    const json = `{"a":"${a}","b":"${b}"}`;
    expect(recorded({ b, a })).toEqual({
      beginning: json.slice(0, 200),
      length: json.length,
      sha256: sha256(json),
    });
    expect(recorded({ a, b })).toEqual(recorded({ b, a }));
  });

  it('a value that was shortened is not shortened again', () => {
    const once = boundedChanges([
      { field: 'settings', before: ['"\\'.repeat(500)], after: '😀'.repeat(500) },
    ]);
    expect(boundedChanges(once)).toEqual(once);
  });

  it('a value with the names of a shortened one and a text of any length is shortened', () => {
    const given = { beginning: 'x'.repeat(1_000), length: 1_000, sha256: 'a'.repeat(64) };
    expect(recorded(given)).toMatchObject({ length: bytesOfJson(given) });
  });
});

describe('metadata', () => {
  it('metadata that fits stays as it is, long texts and lists too', () => {
    const metadata = { note: 'x'.repeat(3_000), keys: Array<string>(100).fill('pby_0123456789A') };
    expect(boundedMetadata(metadata)).toBe(metadata);
  });

  it('a list in metadata that is too long keeps its first items, with the number of the others', () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => ({
      prefix: `pby_${index}`,
      name: '😀'.repeat(50),
    }));
    const bounded = boundedMetadata({ email: 'ada@example.com', keys, links: 3 });
    const kept = bounded['keys'] as typeof keys;
    expect(kept).toEqual(keys.slice(0, kept.length));
    expect(bounded).toEqual({
      email: 'ada@example.com',
      keys: kept,
      links: 3,
      keysOmitted: 1_000 - kept.length,
    });
    expect(bytesOfJson(bounded)).toBeLessThanOrEqual(maxMetadataBytes);
    expect(bytesOfJson(bounded)).toBeGreaterThan(maxMetadataBytes - 300);
    expect(boundedMetadata(bounded)).toBe(bounded);
  });

  it('of two lists in metadata the second is empty where the first has no room left, and both counts are there', () => {
    const bounded = boundedMetadata({ a: Array<string>(10_000).fill('x'), b: ['y'.repeat(500)] });
    expect(bounded).toMatchObject({ b: [], bOmitted: 1 });
    expect(bytesOfJson(bounded)).toBeLessThanOrEqual(maxMetadataBytes);
  });

  it('a long text in metadata that is too large is shortened', () => {
    const bounded = boundedMetadata({ note: 'x'.repeat(10_000), email: 'ada@example.com' });
    expect(bounded).toMatchObject({ note: { length: 10_002 }, email: 'ada@example.com' });
  });
});
