import { expect, it } from 'vitest';
import { everybody } from './people.ts';
import { summary } from './run.ts';

const text = summary({
  startPage: 'http://localhost:3002',
  portalUrl: 'http://localhost:3001',
  apiUrl: 'http://localhost:3000',
  dataDirectory: '/home/somebody/patchbay/.demo',
  people: everybody,
});

it('the summary of the demo fits on a screen and names everybody', () => {
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(110);
  for (const { email, role } of everybody) expect(text).toMatch(new RegExp(`${email} +${role} `));
});

it('the summary has three command lines to try, as they are typed in a checkout', () => {
  const lines = text.split('\n').filter((line) => line.startsWith('  npx patchbay '));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('login --host http://localhost:3000');
});
