import { expect, it } from 'vitest';
import { answer, problem, sent } from '../../testing/api.ts';
import { address, open, press, says, stored } from '../../testing/page.tsx';
import { words } from '../../words/words.ts';

const text = words.unwatch;

it('emails end with one press of the button, and the token leaves the address and the tab', async () => {
  await open('/unwatch/secret-token');
  expect(address()).toBe('/unwatch');
  expect(sent('endWatching')).toEqual([]);
  await press('button', text.end);
  expect(sent('endWatching')).toEqual([{ body: { token: 'secret-token' } }]);
  expect(says(text.ended.title)).toBe(true);
  expect(stored()).not.toContain('secret-token');
});

it('a link that no longer works says so, and one that fails for now can be pressed again', async () => {
  await open('/unwatch/secret-token', { endWatching: problem(503) });
  await press('button', text.end);
  expect(says(words.common.unavailable)).toBe(true);
  answer({ endWatching: problem(404) });
  await press('button', text.end);
  expect(says(text.over.title)).toBe(true);
});

it('without a link the page says what it needs', async () => {
  await open('/unwatch');
  expect(says(text.missing.title)).toBe(true);
});
