import type { ProviderName } from './provider-identity.ts';

/** A sign-in that is under way at a provider: what the browser keeps, sealed, until it comes back. */
export interface ProviderFlow {
  readonly provider: ProviderName;
  readonly state: string;
  readonly nonce: string;
  /** PKCE. */
  readonly codeVerifier: string;
  /** Where to land. */
  readonly callbackUrl: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export const flowSeconds = 600;

export const startFlow = (flow: Omit<ProviderFlow, 'expiresAt'>, now: Date): ProviderFlow => ({
  ...flow,
  expiresAt: now.getTime() + flowSeconds * 1000,
});

/** Whether the browser may go on with it: at the provider that it was started for, in time. */
export const isLive = (flow: ProviderFlow, provider: ProviderName, now: Date): boolean =>
  flow.provider === provider && now.getTime() < flow.expiresAt;

/** Whether the answer in this query is to this flow: a repeated or a missing state is none. */
export function answers(query: URLSearchParams, { state }: ProviderFlow): boolean {
  const states = query.getAll('state');
  return states.length === 1 && states[0] === state;
}
