import type { Schemas } from '../../api/answer.ts';

type Integration = Schemas['Integration'];

/** How an integration is doing, in the order in which somebody wants to know. */
export const integrationStates = ['attention', 'waiting', 'working', 'off'] as const;

export type IntegrationState = (typeof integrationStates)[number];

/** An access that ends within this time needs attention before it does. */
const soonMs = 14 * 86_400_000;

export const endsSoon = (
  { authorizationEndsAt }: Pick<Integration, 'authorizationEndsAt'>,
  now: number,
): boolean => authorizationEndsAt !== null && Date.parse(authorizationEndsAt) < now + soonMs;

export function stateOf(
  integration: Pick<Integration, 'status' | 'lastError' | 'authorizationEndsAt'>,
  now: number,
): IntegrationState {
  switch (integration.status) {
    case 'error':
      return 'attention';
    case 'pending':
      return 'waiting';
    case 'disabled':
      return 'off';
    case 'active':
      return integration.lastError !== null || endsSoon(integration, now) ? 'attention' : 'working';
  }
}

/** How many there are in each state; states without one are left out. */
export const countStates = (
  states: readonly IntegrationState[],
): { readonly state: IntegrationState; readonly count: number }[] =>
  integrationStates
    .map((state) => ({ state, count: states.filter((each) => each === state).length }))
    .filter(({ count }) => count > 0);
