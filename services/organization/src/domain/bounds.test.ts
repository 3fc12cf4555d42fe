import { describe, expect, it } from 'vitest';
import { type Bound, isFull, organizationFull } from './bounds.ts';

describe('an organization holds at most', () => {
  it.each<[Bound, number, string]>([
    [
      'members',
      10_000,
      'The organization has 10,000 members, the most there can be: an admin has to remove somebody first.',
    ],
    [
      'workspaces',
      1_000,
      'The organization has 1,000 workspaces, the most there can be: rename one that is no longer used.',
    ],
    [
      'pending invitations',
      100,
      'The organization has 100 pending invitations, the most there can be: cancel some, or wait until they are answered.',
    ],
    [
      'live API keys',
      1_000,
      'The organization has 1,000 live API keys, the most there can be: revoke one that is no longer used.',
    ],
  ])('%s: %i', (bound, most, publicText) => {
    expect(organizationFull(bound)).toMatchObject({ code: 'conflict', publicText });
    expect([isFull(bound, most - 1), isFull(bound, most), isFull(bound, most + 1)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
