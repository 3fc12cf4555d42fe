import { expect, it } from 'vitest';
import { notTimed } from './objectives.ts';
import { operations } from './operations.ts';

it('every operation that no bound of time holds for is one of the contract', () => {
  const names = operations.map(({ id }) => id);
  expect(notTimed.filter((id) => !names.includes(id))).toEqual([]);
});
