import { conflict, type Failure } from '@patchbay/errors/failure';

/** The maximum per organization, and the advice in the refusal when it is reached. */
const bounds = {
  members: {
    most: 10_000,
    advice: 'an admin has to remove somebody first.',
  },
  workspaces: {
    most: 1_000,
    advice: 'rename one that is no longer used.',
  },
  'pending invitations': {
    most: 100,
    advice: 'cancel some, or wait until they are answered.',
  },
  'live API keys': {
    most: 1_000,
    advice: 'revoke one that is no longer used.',
  },
} as const;

export type Bound = keyof typeof bounds;

export const isFull = (bound: Bound, count: number): boolean => count >= bounds[bound].most;

export function organizationFull(bound: Bound): Failure {
  const { most, advice } = bounds[bound];
  return conflict(
    `The organization has ${most.toLocaleString('en')} ${bound}, the most there can be: ${advice}`,
  );
}
