import { conflict, type Failure } from '@patchbay/errors/failure';

/** The maximum, what has it, and the advice in the refusal when it is reached. */
const bounds = {
  members: {
    most: 10_000,
    holder: 'The organization has',
    things: 'members',
    advice: 'an admin has to remove somebody first.',
  },
  workspaces: {
    most: 1_000,
    holder: 'The organization has',
    things: 'workspaces',
    advice: 'rename one that is no longer used.',
  },
  organizationInvitations: {
    most: 100,
    holder: 'The organization has',
    things: 'pending invitations',
    advice: 'cancel some, or wait until they are answered.',
  },
  workspaceInvitations: {
    most: 100,
    holder: 'The workspace has',
    things: 'pending invitations',
    advice: 'cancel some, or wait until they are answered.',
  },
  sharedKeys: {
    most: 1_000,
    holder: 'The organization has',
    things: 'live API keys of its own and of its workspaces',
    advice: 'revoke one that is no longer used.',
  },
  userKeys: {
    most: 50,
    holder: 'You have',
    things: 'live user-level API keys in the organization',
    advice: 'revoke one that is no longer used.',
  },
} as const;

export type Bound = keyof typeof bounds;

export const isFull = (bound: Bound, count: number): boolean => count >= bounds[bound].most;

export function full(bound: Bound): Failure {
  const { most, holder, things, advice } = bounds[bound];
  return conflict(`${holder} ${most.toLocaleString('en')} ${things}, the most there can be: ${advice}`);
}
