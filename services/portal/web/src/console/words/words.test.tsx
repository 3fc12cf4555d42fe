import { expect, it } from 'vitest';
import { ago } from './words.ts';

const now = Date.parse('2026-11-16T14:10:00.000Z');

it.each([
  ['2026-11-16T14:10:20Z', 'now'],
  ['2026-11-16T13:48:00Z', '22 minutes ago'],
  ['2026-08-10T12:00:00Z', '3 months ago'],
  ['2026-11-17T13:00:00Z', 'in 22 hours'],
  ['2026-11-17T14:10:00Z', 'tomorrow (Nov 17)'],
  ['2026-11-28T14:10:00Z', 'in 12 days (Nov 28)'],
  ['2027-02-20T14:10:00Z', 'in 3 months (Feb 20, 2027)'],
])('%s is said as %s', (iso, said) => {
  expect(ago(iso, now)).toBe(said);
});
