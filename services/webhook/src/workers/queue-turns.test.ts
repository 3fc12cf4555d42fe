import { expect, it } from 'vitest';
import { shareOut } from './queue-turns.ts';

const queue = (organizationId: string, webhookId: string) => ({
  organizationId,
  webhookId,
  isSlow: false,
});
const shares = (due: Parameters<typeof shareOut>[0], limit: number, room: number) =>
  Object.fromEntries(shareOut(due, limit, () => room));

it('each organization gets one claim by turns, however many queues it has', () => {
  const large = ['a1', 'a2', 'a3', 'a4'].map((id) => queue('a', id));
  expect(shares([...large, queue('b', 'b1')], 4, 10)).toEqual({ a1: 1, a2: 1, b1: 2 });
});

it('claims that nobody else wants go to the organization that is left, up to its room', () => {
  expect(shares([queue('a', 'a1')], 8, 10)).toEqual({ a1: 8 });
  expect(shares([queue('a', 'a1'), queue('a', 'a2')], 50, 3)).toEqual({ a1: 2, a2: 1 });
  expect(shares([queue('a', 'a1'), queue('b', 'b1')], 50, 3)).toEqual({ a1: 3, b1: 3 });
  expect(shares([], 5, 10)).toEqual({});
});

it('the first organizations get the claims where there are fewer than organizations', () => {
  expect(shares([queue('a', 'a1'), queue('b', 'b1'), queue('c', 'c1')], 2, 10)).toEqual({ a1: 1, b1: 1 });
});
