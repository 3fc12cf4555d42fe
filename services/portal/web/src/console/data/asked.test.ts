import { expect, it } from 'vitest';
import { stillAsked } from './asked.ts';

it('a wish is over with the first change, and does not return with the old value', () => {
  const wish = { value: 'viewer', instead: 'member' };
  const answered = stillAsked(wish, 'member');
  expect(answered).toBe(wish);
  const read = stillAsked(answered, 'viewer');
  expect(read).toBeUndefined();
  expect(stillAsked(read, 'member')).toBeUndefined();
});

it('a wish for what was there is over when another value comes', () => {
  expect(stillAsked({ value: true, instead: false }, true)).toBeUndefined();
  expect(stillAsked<boolean | undefined>({ value: true, instead: undefined }, undefined)?.value).toBe(true);
  expect(stillAsked(undefined, undefined)).toBeUndefined();
});
