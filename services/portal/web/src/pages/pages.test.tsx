import { expect, it } from 'vitest';
import { open, says } from '../testing/page.tsx';
import { words } from '../words/words.ts';

it('an address without a page says so, and leads to sign-in', async () => {
  await open('/nothing-here');
  expect(says(words.notFound.title)).toBe(true);
  expect(says(words.notFound.signIn)).toBe(true);
});
