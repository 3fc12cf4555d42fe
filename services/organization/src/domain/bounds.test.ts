import { describe, expect, it } from 'vitest';
import { type Bound, full, isFull } from './bounds.ts';

describe('bounds', () => {
  it.each<[Bound, number, string]>([
    [
      'members',
      10_000,
      'This organization has 10,000 members, the maximum. An admin must remove a member first.',
    ],
    [
      'workspaces',
      1_000,
      'This organization has 1,000 workspaces, the maximum. Rename and reuse one that is no longer needed.',
    ],
    [
      'organizationInvitations',
      100,
      'This organization has 100 pending invitations, the maximum. Cancel one, or wait until one is answered or expires.',
    ],
    [
      'workspaceInvitations',
      100,
      'This workspace has 100 pending invitations, the maximum. Cancel one, or wait until one is answered or expires.',
    ],
    [
      'sharedKeys',
      1_000,
      'This organization has 1,000 live API keys of its own and its workspaces, the maximum. Revoke one that is no longer used.',
    ],
    [
      'userKeys',
      50,
      'You have 50 live user-level API keys in this organization, the maximum. Revoke one that is no longer used.',
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
