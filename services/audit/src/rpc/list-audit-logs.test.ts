import { describe, expect, it } from 'vitest';
import { createReader } from './reader.fixture.ts';

describe('lists at once', () => {
  it('lists read two pages of an organization at a time and four in all', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const query = async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return [];
    };
    const reader = createReader({ query, now: () => new Date() });
    const lists = ['a', 'a', 'a', 'a'].map((id) => reader.listAll(id, 50));
    await expect.poll(() => waiting.length).toBe(2);
    lists.push(...['b', 'b', 'c', 'c'].map((id) => reader.listAll(id, 50)));
    await expect.poll(() => waiting.length).toBe(4);
    const answering = setInterval(() => {
      most = Math.max(most, waiting.length);
      for (const resolve of waiting.splice(0)) resolve();
    }, 5);
    try {
      expect(await Promise.all(lists)).toEqual(lists.map(() => []));
    } finally {
      clearInterval(answering);
    }
    expect(most).toBe(4);
  });
});
