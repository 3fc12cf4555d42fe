import { describe, expect, it } from 'vitest';
import { differences } from './differences.ts';

describe('the differences of two JSON documents', () => {
  it('are none where only the order of names differs', () => {
    expect(differences({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toEqual([]);
  });

  it('name the place of what was removed, added or changed', () => {
    expect(
      differences(
        { paths: { '/v1/me': { get: { summary: 'Old' } } }, tags: ['a', 'b'], old: 1 },
        { paths: { '/v1/me': { get: { summary: 'New' } } }, tags: ['a'], new: {} },
      ),
    ).toEqual([
      '~ /paths/~1v1~1me/get/summary: "Old" is now "New"',
      '- /tags/1: "b"',
      '- /old: 1',
      '+ /new: {}',
    ]);
  });

  it.each([
    [{ a: {} }, { a: [] }],
    [{ a: null }, { a: {} }],
    [{ a: '1' }, { a: 1 }],
  ])('include a change of type: %j', (before, after) => {
    expect(differences(before, after)).toHaveLength(1);
  });

  it('show the beginning of long values', () => {
    expect(differences({}, { a: 'x'.repeat(1000) })[0]).toMatch(/^\+ \/a: "x{99}…$/);
  });
});
