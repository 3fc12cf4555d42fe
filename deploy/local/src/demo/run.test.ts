import { expect, it } from 'vitest';
import { everybody } from './people.ts';
import { summary } from './run.ts';

it('the summary of the demo fits on a screen and names everybody', () => {
  const text = summary({
    startPage: 'http://localhost:3002',
    portalUrl: 'http://localhost:3001',
    apiUrl: 'http://localhost:3000',
    dataDirectory: '/home/somebody/patchbay/.demo',
    people: everybody,
  });
  const lines = text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(110);
  for (const { email, role } of everybody) expect(text).toMatch(new RegExp(`${email} +${role} `));
});
