import { v7 } from 'uuid';
import { expect, it } from 'vitest';
import { cursorOf, pageOf } from './page.ts';

it('a cursor leads back to its place', () => {
  const position = { createdAt: new Date('2026-11-17T12:00:00.123Z'), id: v7() };
  const page = pageOf({ cursor: cursorOf(position), limit: 50, status: 'failed' });
  expect(page).toEqual({ before: position, limit: 50, status: 'failed' });
});

it.each([
  'x',
  'ZDEuMS4y',
  cursorOf({ createdAt: new Date(0), id: 'no-uuid' }),
  `${cursorOf({ createdAt: new Date(0), id: v7() })}=`,
])('the cursor %s is refused', (cursor) =>
  expect(() => pageOf({ cursor, limit: 1 })).toThrow('not a cursor'),
);
