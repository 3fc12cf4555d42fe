import type { Schemas } from '../../../api/answer.ts';

type Integration = Schemas['Integration'];

/** The states of an integration, the most urgent first. */
export const integrationStates = ['attention', 'waiting', 'working', 'off'] as const;

export type IntegrationState = (typeof integrationStates)[number];

/** An access that ends within this time needs attention. */
export const soonMs = 14 * 86_400_000;

export const endsSoon = (
  { authorizationEndsAt }: Pick<Integration, 'authorizationEndsAt'>,
  now: number,
): boolean => authorizationEndsAt !== null && Date.parse(authorizationEndsAt) < now + soonMs;

/** The states of integrations that are not active. */
const states = { error: 'attention', pending: 'waiting', disabled: 'off' } as const;

export const stateOf = (
  integration: Pick<Integration, 'status' | 'lastError' | 'authorizationEndsAt'>,
  now: number,
): IntegrationState => {
  if (integration.status !== 'active') return states[integration.status];
  return integration.lastError !== null || endsSoon(integration, now) ? 'attention' : 'working';
};

/** The number of integrations by state, without empty states. */
export const countStates = (
  all: readonly IntegrationState[],
): { readonly state: IntegrationState; readonly count: number }[] =>
  integrationStates
    .map((state) => ({ state, count: all.filter((each) => each === state).length }))
    .filter(({ count }) => count > 0);
