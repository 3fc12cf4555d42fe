import { expect, it } from 'vitest';
import type { Change } from '../chaos/ledger.ts';
import { knownAt } from './checks.ts';

const backup = { from: 1_000, to: 1_100 };

const change = (number: number, sentAt: number, endedAt: number, cell: string, value: string): Change => ({
  number,
  operation: 'updateMe',
  actor: { email: 'ada@acme.example', type: 'user' },
  attempts: [{ requestId: `r${number}`, sentAt, endedAt, status: 200 }],
  outcome: 'acknowledged',
  replays: [],
  unexpected: false,
  effects: [{ action: 'user.updated', person: 'ada@acme.example' }],
  writes: [{ cell, value }],
});

const numbers = (changes: readonly Change[]): number[] => changes.map(({ number }) => number);
const shown = (cell: string, value: string) => ({ cell, value, where: 'GET' });

it('a change that was answered before the end of the backup is in it, one that was sent after it is not', () => {
  const { before, during, after } = knownAt(backup, [
    change(1, 900, 950, 'a', '1'),
    change(2, 990, 1_000, 'b', '1'),
    change(3, 1_050, 1_060, 'c', '1'),
    change(4, 1_090, 1_300, 'd', '1'),
    change(5, 1_101, 1_110, 'e', '1'),
  ]);
  expect([numbers(before), numbers(during), numbers(after)]).toEqual([[1], [2, 3, 4], [5]]);
});

it('a value that was written while the backup ended is not compared', () => {
  const known = knownAt(backup, [
    change(1, 900, 950, 'a', '1'),
    change(2, 900, 950, 'b', '1'),
    change(3, 990, 1_050, 'a', '2'),
  ]);
  expect(known.before.map(({ writes }) => writes)).toEqual([[], [{ cell: 'b', value: '1' }]]);
  expect(known.comparable([shown('a', '2'), shown('b', '2')])).toEqual([shown('b', '2')]);
});

it('a key that was made after the backup must be refused, and a key from before it is compared', () => {
  const known = knownAt(backup, [
    change(1, 900, 950, 'use of old', 'accepted'),
    change(2, 1_200, 1_250, 'use of old', 'refused'),
    change(3, 1_200, 1_250, 'use of new', 'accepted'),
  ]);
  const tried = [
    shown('use of old', 'refused'),
    shown('use of new', 'refused'),
    shown('use of new', 'accepted'),
  ];
  expect(known.comparable(tried)).toEqual([shown('use of old', 'refused'), shown('use of new', 'accepted')]);
});
