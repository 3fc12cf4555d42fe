import { expect, it } from 'vitest';
import { orderOf } from '../order-of-files.ts';

const files = (project: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ project, path: `${project} ${index}` }));

it('after each file with a stack come others that take as long', () => {
  const order = orderOf([...files('real', 10), ...files('story', 2), ...files('unit', 3)]);
  const names = order.map(({ path }) => path);
  expect(names.slice(0, 6)).toEqual(['story 0', 'real 0', 'real 1', 'real 2', 'real 3', 'story 1']);
  expect(names.slice(6, 12)).toEqual(['real 4', 'real 5', 'real 6', 'real 7', 'real 8', 'real 9']);
  expect(names.slice(12)).toEqual(['unit 0', 'unit 1', 'unit 2']);
});

it('the longest file with a stack is the first', () => {
  const long = { project: 'faults', path: 'tests/faults/faults.test.ts' };
  expect(orderOf([...files('story', 1), ...files('fuzz', 1), long]).map(({ path }) => path)).toEqual([
    'tests/faults/faults.test.ts',
    'fuzz 0',
    'story 0',
  ]);
});
