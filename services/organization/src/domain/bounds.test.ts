import { describe, expect, it } from 'vitest';
import { type Bound, full, isFull } from './bounds.ts';

describe('bounds', () => {
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
      'organizationInvitations',
      100,
      'The organization has 100 pending invitations, the most there can be: cancel some, or wait until they are answered.',
    ],
    [
      'workspaceInvitations',
      100,
      'The workspace has 100 pending invitations, the most there can be: cancel some, or wait until they are answered.',
    ],
    [
      'sharedKeys',
      1_000,
      'The organization has 1,000 live API keys of its own and of its workspaces, the most there can be: revoke one that is no longer used.',
    ],
    [
      'userKeys',
      50,
      'You have 50 live user-level API keys in the organization, the most there can be: revoke one that is no longer used.',
    ],
  ])('the maximum of %s is %i, and the refusal names it and says what to do', (bound, most, publicText) => {
    expect(full(bound)).toMatchObject({ code: 'conflict', publicText });
    expect([isFull(bound, most - 1), isFull(bound, most), isFull(bound, most + 1)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
