import type { ProviderName } from './provider-identity.ts';

/** The state of a started provider sign-in, kept in a sealed cookie of the browser until the provider redirects back. */
export interface ProviderFlow {
  readonly provider: ProviderName;
  readonly state: string;
  readonly nonce: string;
  /** PKCE. */
  readonly codeVerifier: string;
  /** Where the browser is redirected after the sign-in. */
  readonly callbackUrl: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export const flowSeconds = 600;

export const startFlow = (flow: Omit<ProviderFlow, 'expiresAt'>, now: Date): ProviderFlow => ({
  ...flow,
  expiresAt: now.getTime() + flowSeconds * 1000,
});

/** Whether the flow was started for this provider and has not expired. */
export const isLive = (flow: ProviderFlow, provider: ProviderName, now: Date): boolean =>
  flow.provider === provider && now.getTime() < flow.expiresAt;

/** Whether the query of the redirect has exactly one `state`, that of the flow. */
export function matchesState(query: URLSearchParams, { state }: ProviderFlow): boolean {
  const states = query.getAll('state');
  return states.length === 1 && states[0] === state;
}
