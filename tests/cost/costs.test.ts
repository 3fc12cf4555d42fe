import { expect, it } from 'vitest';
import { tableOfCosts, tellCosts } from './costs.ts';

const files = [
  { project: 'unit', file: 'a.test.ts', cpuSeconds: 3 },
  { project: 'unit', file: 'b.test.ts', cpuSeconds: 5 },
  { project: 'story', file: 'c.test.ts', cpuSeconds: 40 },
];

it('the end of a run tells the cost of each project and the dearest files, dearest first', () => {
  expect(tellCosts(files, 60, { unit: 10 })).toEqual([
    'CPU seconds: 60',
    '    40  story',
    '    12  shared',
    '     8  unit (budget 10)',
    'The dearest files:',
    '    40  c.test.ts',
    '     5  b.test.ts',
    '     3  a.test.ts',
  ]);
});

it('a project that costs more than its budget gets a warning', () => {
  expect(tellCosts(files, 60, { unit: 7, story: 40 }).at(-1)).toBe(
    'WARNING: unit used 8 CPU seconds, more than its 7 in tests/budget.json',
  );
});

it('no more than twenty files are named', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    project: 'unit',
    file: `${index}.test.ts`,
    cpuSeconds: index,
  }));
  expect(tellCosts(many, 1_000, {}).filter((line) => line.endsWith('.test.ts'))).toHaveLength(20);
});

it('the table of costs has every file, dearest first', () => {
  expect(tableOfCosts(files)).toBe('40.00\tstory\tc.test.ts\n5.00\tunit\tb.test.ts\n3.00\tunit\ta.test.ts\n');
});
