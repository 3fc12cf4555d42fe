import type { Action } from './action.ts';

/**
 * Actions that also happen without a request, and what causes them: the actor is `system`. Every other entry comes from an operation
 * that declares its action.
 */
export const backgroundActions = {
  'integration.status_changed': 'verification in the background',
} as const satisfies Partial<Readonly<Record<Action, string>>>;
