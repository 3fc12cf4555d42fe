import { expect, it } from 'vitest';
import type { Client } from './client.ts';
import { entriesAfter } from './live.ts';

/** A trail with this many entries, whose pages have up to three. */
function trailOf(length: number) {
  const asked: string[] = [];
  const get = (path: string): Promise<unknown> => {
    asked.push(path);
    const last = Number(/cursor=(\d+)/.exec(path)?.[1] ?? length);
    const auditLogs = [last, last - 1, last - 2].filter((each) => each > 0).map((sequence) => ({ sequence }));
    return Promise.resolve({ auditLogs, nextCursor: last > 3 ? String(last - 3) : null });
  };
  return { asked, client: { get } as unknown as Client };
}

it.each([
  [0, [1, 2, 3, 4, 5, 6, 7], 3],
  [3, [4, 5, 6, 7], 2],
  [4, [5, 6, 7], 1],
  [7, [], 1],
])(
  'what the trail has after sequence %i is read in as few pages as needed',
  async (after, expected, pages) => {
    const { asked, client } = trailOf(7);
    expect((await entriesAfter(client, after)).map(({ sequence }) => sequence)).toEqual(expected);
    expect(asked).toHaveLength(pages);
  },
);

it('an empty trail has no entries', async () => {
  expect(await entriesAfter(trailOf(0).client, 0)).toEqual([]);
});
