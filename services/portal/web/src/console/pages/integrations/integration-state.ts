import type { Schemas } from '../../../api/answer.ts';

type Integration = Schemas['Integration'];

/** How an integration is doing, in the order in which somebody wants to know. */
export const integrationStates = ['attention', 'waiting', 'working', 'off'] as const;

export type IntegrationState = (typeof integrationStates)[number];

/** An access that ends within this time needs attention before it does. */
export const soonMs = 14 * 86_400_000;

export const endsSoon = (
  { authorizationEndsAt }: Pick<Integration, 'authorizationEndsAt'>,
  now: number,
): boolean => authorizationEndsAt !== null && Date.parse(authorizationEndsAt) < now + soonMs;

/** The states of those that are not active. */
const states = { error: 'attention', pending: 'waiting', disabled: 'off' } as const;

export const stateOf = (
  integration: Pick<Integration, 'status' | 'lastError' | 'authorizationEndsAt'>,
  now: number,
): IntegrationState => {
  if (integration.status !== 'active') return states[integration.status];
  return integration.lastError !== null || endsSoon(integration, now) ? 'attention' : 'working';
};

/** How many there are in each state; states without one are left out. */
export const countStates = (
  all: readonly IntegrationState[],
): { readonly state: IntegrationState; readonly count: number }[] =>
  integrationStates
    .map((state) => ({ state, count: all.filter((each) => each === state).length }))
    .filter(({ count }) => count > 0);
