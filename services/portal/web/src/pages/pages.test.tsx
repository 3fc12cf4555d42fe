import { expect, it } from 'vitest';
import { problem } from '../testing/api.ts';
import { address, open, press, says, settled } from '../testing/page.tsx';
import { words } from '../words/words.ts';

it('an address without a page says so, and leads to sign-in', async () => {
  await open('/nothing-here');
  expect(says(words.notFound.title)).toBe(true);
  expect(says(words.notFound.signIn)).toBe(true);
});

it('a page of the console that Back leads to is loaded from the server, and is no page that is missing', async () => {
  await open('/sign-up', { getSession: problem(401) });
  history.replaceState(null, '', '/o/acme');
  await press('link', words.signUp.signIn);
  const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  history.back();
  await isBack;
  await settled();
  expect(address()).toBe('/o/acme');
  expect(says(words.notFound.title)).toBe(false);
});
