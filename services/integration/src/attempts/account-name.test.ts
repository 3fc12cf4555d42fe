import { expect, it } from 'vitest';
import { accountName } from './account-name.ts';

it.each([
  ['Nordlicht', 'Nordlicht'],
  ['  two\n\tlines\u0000 ', 'two lines'],
  ['\u0000', null],
  ['', null],
  [null, null],
  ['half \ud800 a pair', 'half \ufffd a pair'],
  // Direction and width of nothing: the rest of a page would be shown in another order.
  ['Shop\u202e)evil\u2066(\u200b\u200e', 'Shop)evil('],
  ['\u200b\u2060', null],
  ['👩‍🚀', '👩‍🚀'],
])('%j is shown as %j', (name, shown) => {
  expect(accountName(name)).toBe(shown);
});

it('is bounded in whole characters', () => {
  expect(accountName('🙂'.repeat(500))).toBe('🙂'.repeat(200));
});
