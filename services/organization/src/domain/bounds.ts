import { conflict, type Failure } from '@patchbay/errors/failure';
import { most, withCommas } from '@patchbay/platform/maximums';

/** The maximum, what has it, and the advice in the refusal when it is reached. */
const bounds = {
  members: {
    most: most.membersOfOrganization,
    holder: 'This organization has',
    things: 'members',
    advice: 'An admin must remove a member first.',
  },
  workspaces: {
    most: most.workspacesOfOrganization,
    holder: 'This organization has',
    things: 'workspaces',
    advice: 'Rename and reuse one that is no longer needed.',
  },
  organizationInvitations: {
    most: most.pendingInvitations,
    holder: 'This organization has',
    things: 'pending invitations',
    advice: 'Cancel one, or wait until one is answered or expires.',
  },
  workspaceInvitations: {
    most: most.pendingInvitations,
    holder: 'This workspace has',
    things: 'pending invitations',
    advice: 'Cancel one, or wait until one is answered or expires.',
  },
  sharedKeys: {
    most: most.keysOfOrganization,
    holder: 'This organization has',
    things: 'live API keys of its own and its workspaces',
    advice: 'Revoke one that is no longer used.',
  },
  userKeys: {
    most: most.keysOfPerson,
    holder: 'You have',
    things: 'live user-level API keys in this organization',
    advice: 'Revoke one that is no longer used.',
  },
} as const;

export type Bound = keyof typeof bounds;

export const isFull = (bound: Bound, count: number): boolean => count >= bounds[bound].most;

export function full(bound: Bound): Failure {
  const { most: maximum, holder, things, advice } = bounds[bound];
  return conflict(`${holder} ${withCommas(maximum)} ${things}, the maximum. ${advice}`);
}
