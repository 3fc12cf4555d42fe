import { expect, it } from 'vitest';
import { createSharedTurns } from './shared-turns.ts';

it('without redis a process holds no more turns of a key than there are', async () => {
  const turns = createSharedTurns({ bound: { name: 'test', atOnce: 2 } });
  const first = await turns.tryTake('a');
  expect(await turns.tryTake('a')).toBeDefined();
  expect(await turns.tryTake('a')).toBeUndefined();
  expect(await turns.tryTake('b')).toBeDefined();
  first?.release();
  first?.release();
  expect(await turns.tryTake('a')).toBeDefined();
  expect(await turns.tryTake('a')).toBeUndefined();
});

it('without redis a process lets others wait for its turns', async () => {
  const turns = createSharedTurns({ bound: { name: 'test', atOnce: 1 }, maxWaiting: 1 });
  const first = await turns.take('a', { timeoutMs: 60_000 });
  const second = turns.take('a', { timeoutMs: 60_000 });
  await expect(turns.take('a', { timeoutMs: 60_000 })).rejects.toMatchObject({ refusal: 'full' });
  first.release();
  (await second).release();
  expect(await turns.tryTake('a')).toBeDefined();
});
