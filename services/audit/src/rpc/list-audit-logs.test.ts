import { expect, it } from 'vitest';
import { createGatedReads } from './gated-reads.fixture.ts';
import { createReader } from './reader.fixture.ts';

it('lists read two pages of an organization at a time and four in all', async () => {
  const reads = createGatedReads([]);
  const reader = createReader(reads.db);
  const lists = ['a', 'a', 'a', 'a'].map((id) => reader.listAll(id, 50));
  await reads.reached(2);
  lists.push(...['b', 'b', 'c', 'c'].map((id) => reader.listAll(id, 50)));
  await reads.reached(4);
  reads.open();
  expect(await Promise.all(lists)).toEqual(lists.map(() => []));
  expect(reads.most()).toBe(4);
});
