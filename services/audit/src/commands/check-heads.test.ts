import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { linesOf } from './check-heads.ts';

const batchesOf = async (...chunks: string[]): Promise<(readonly string[])[]> => {
  const batches = [];
  for await (const batch of linesOf(Readable.from(chunks))) batches.push(batch);
  return batches;
};

it('lines are read however the stream is cut, without empty ones', async () => {
  expect(await batchesOf('a\nb', 'c\r\n\nd')).toEqual([['a', 'bc', 'd']]);
  expect(await batchesOf('')).toEqual([]);
});

it('lines come in batches, and no more are read than asked for', async () => {
  let read = 0;
  const input = Readable.from(
    (function* () {
      for (; read < 100_000; read += 1) yield `${read}\n`;
    })(),
  );
  const batches = linesOf(input);
  expect((await batches.next()).value).toHaveLength(1_000);
  expect(read).toBeLessThan(20_000);
  await batches.return(undefined);
});
