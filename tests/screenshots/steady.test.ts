import { expect, it } from 'vitest';
import { steady } from './steady.ts';

const began = Date.parse('2031-07-05T17:43:12.000Z');
const at = (seconds: number): string => new Date(began + seconds * 1000).toISOString();

it('answers of two runs show the same dates, codes and ids', () => {
  const answer = (seconds: number, code: string) =>
    JSON.stringify({ createdAt: at(seconds), expiresAt: at(seconds + 600), userCode: code, requestId: code });
  const first = steady(answer(-40, 'ABCD-EFGH'), began);
  expect(first).toBe(steady(answer(75, 'KLMN-PQRS'), began));
  expect(JSON.parse(first)).toEqual({
    createdAt: '2026-03-02T10:00:00.000Z',
    expiresAt: '2026-03-02T10:10:00.000Z',
    userCode: 'WDJB-MJHT',
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

it('names and texts of answers are not changed', () => {
  const answer = JSON.stringify({ name: 'Season 2019', note: 'since 2019-01-01T00:00:00Z or so' });
  expect(steady(answer, began)).toBe(answer);
});
