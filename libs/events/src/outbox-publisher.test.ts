import { describe, expect, it } from 'vitest';
import { leadingRows, type OutboxRow } from './outbox-publisher.ts';

const rowsOf = (...sizes: number[]): OutboxRow[] =>
  sizes.map((size, index) => ({
    sequence: String(index),
    id: String(index),
    topic: 'topic',
    key: 'key',
    payload: Buffer.alloc(size),
    traceparent: null,
    age: 0,
  }));

describe('the rows that are published at once', () => {
  it.each([
    { sizes: [], taken: 0 },
    { sizes: [5, 5], taken: 2 },
    { sizes: [5, 5, 1], taken: 2 },
    { sizes: [5, 6, 1], taken: 1 },
    { sizes: [11, 1], taken: 1 },
  ])('of rows of $sizes bytes, a batch of ten bytes takes the first $taken', ({ sizes, taken }) => {
    const rows = rowsOf(...sizes);
    expect(leadingRows(rows, 10)).toEqual(rows.slice(0, taken));
  });
});
