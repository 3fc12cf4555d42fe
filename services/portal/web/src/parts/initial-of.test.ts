import { describe, expect, it } from 'vitest';
import { initialOf } from './initial-of.ts';

describe('the initial of a name', () => {
  it.each([
    ['northwind', 'N'],
    ['  google ads', 'G'],
    ['e\u0301tude', 'E\u0301'],
    ['👩‍🎨 Studio', '👩‍🎨'],
    ['شركة', 'ش'],
    ['', ''],
  ])('of %j is %j', (name, initial) => {
    expect(initialOf(name)).toBe(initial);
  });
});
