import { expect, it } from 'vitest';
import { deletionAfterSuspension } from './closing.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

it.each([
  ['suspended after it was closed', { suspended: 5, resumed: 25 }, 8 + 20],
  ['closed while it was suspended', { suspended: -9, resumed: 4 }, 8 + 3],
  ['suspended after its time had come', { suspended: 9, resumed: 10 }, 8 + 1],
])(
  'an organization that was closed on the 1st and %s is deleted later by the days of both',
  (_, { suspended, resumed }, deleted) => {
    expect(deletionAfterSuspension(day(8), day(suspended), day(resumed))).toEqual(day(deleted));
  },
);
