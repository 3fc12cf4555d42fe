import { expect, it } from 'vitest';
import { tellFailures } from './failures.ts';

it('a run without failures has no lines about failures', () => {
  expect(tellFailures([])).toEqual([]);
});

it('each failure is told with its name and the beginning of its message', () => {
  expect(
    tellFailures([
      { name: 'a.test.ts > adds', message: 'expected 2\nto be 3' },
      { name: 'outside of tests', message: 'x'.repeat(400) },
    ]),
  ).toEqual([
    'Failed: 2',
    'a.test.ts > adds',
    '  expected 2',
    '  to be 3',
    'outside of tests',
    `  ${'x'.repeat(300)}`,
  ]);
});

it('twelve lines of each message and twenty failures are shown, then how many failures are left out', () => {
  const lines = tellFailures(
    Array.from({ length: 25 }, (_, index) => ({ name: `test ${index}`, message: 'line\n'.repeat(40) })),
  );
  expect(lines.filter((line) => line === '  line')).toHaveLength(20 * 12);
  expect(lines.at(-1)).toBe('and 5 more');
});
