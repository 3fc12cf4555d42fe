import { expect, it } from 'vitest';
import { stillPending } from './optimistic-value.ts';

it('an update ends with the first change and does not return with the old value', () => {
  const update = { value: 'viewer', previous: 'member' };
  const answered = stillPending(update, 'member');
  expect(answered).toBe(update);
  const read = stillPending(answered, 'viewer');
  expect(read).toBeUndefined();
  expect(stillPending(read, 'member')).toBeUndefined();
});

it('an update ends when any other value is read', () => {
  expect(stillPending({ value: true, previous: false }, true)).toBeUndefined();
  expect(stillPending<boolean | undefined>({ value: true, previous: undefined }, undefined)?.value).toBe(
    true,
  );
  expect(stillPending(undefined, undefined)).toBeUndefined();
});
