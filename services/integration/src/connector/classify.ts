import { retryAfterMs } from '@patchbay/outgoing/answer';
import { type Json } from '@patchbay/outgoing/json';
import type { Clock } from '@patchbay/runtime/clock';
import { type AuthMethod } from './credentials.ts';
import { type FailureReason, ProviderFailure } from './failure.ts';
import { textAt } from './json-path.ts';

/** The kind of endpoint decides what a status means: it issues tokens, revokes them, or does anything else. */
export type Endpoint = 'token' | 'api' | 'revoke';

export interface ProviderAnswer {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the body is empty or not JSON. */
  readonly body: Json | undefined;
  readonly text: string;
}

/**
 * Classifies an answer by the rules of the provider: `ok`, a failure, or undefined if the common rules apply. It gets every
 * answer, because some providers send errors with status 200.
 */
export type Classify = (
  answer: ProviderAnswer,
  at: Endpoint,
  clock: Pick<Clock, 'now'>,
) => ProviderFailure | 'ok' | undefined;

/** The errors of RFC 6749 at a token endpoint. */
const tokenErrors: Readonly<Record<string, FailureReason>> = {
  invalid_grant: 'refused',
  unauthorized_client: 'refused',
  invalid_scope: 'refused',
  access_denied: 'refused',
  temporarily_unavailable: 'unavailable',
  server_error: 'unavailable',
  invalid_request: 'client_refused',
  unsupported_grant_type: 'client_refused',
};

/** Whether the status alone means that a later attempt may succeed. The body is not read for a reason then. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500;

/** The OAuth error and its reason; undefined if the body has no known error. */
function errorAtToken(
  { body }: ProviderAnswer,
  refusedClient: FailureReason,
): [string, FailureReason] | undefined {
  const error = textAt(body, 'error');
  if (error === undefined) return undefined;
  if (error === 'invalid_client') return [error, refusedClient];
  const reason = Object.hasOwn(tokenErrors, error) ? tokenErrors[error] : undefined;
  return reason && [error, reason];
}

function reasonOfStatus(status: number, at: Endpoint, refusedClient: FailureReason): FailureReason {
  if (status === 429) return 'rate_limited';
  if (isTransientStatus(status)) return 'unavailable';
  if (status !== 401 && status !== 403) return 'client_refused';
  // The client, not the token, authenticates to issue or to revoke a token.
  if (at !== 'api') return refusedClient;
  return status === 401 ? 'unauthorized' : 'no_access';
}

/** A failure with this reason. Its code is the status unless another one is given. */
export function failureWith(
  reason: FailureReason,
  answer: ProviderAnswer,
  { code, hint }: { readonly code?: string; readonly hint?: string } = {},
): ProviderFailure {
  const waitMs = retryAfterMs(answer);
  return new ProviderFailure(reason, {
    code: code ?? String(answer.status),
    ...(hint !== undefined && { hint }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  });
}

/**
 * The rules common to all providers; undefined for a successful answer. Redirects are not followed and count as failures. The
 * code of the failure is the error of the token endpoint, otherwise the status.
 */
export function failureOf(
  answer: ProviderAnswer,
  at: Endpoint,
  authMethod: AuthMethod,
): ProviderFailure | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  // Our own client authenticates for oauth providers, the client of the customer for credentials providers.
  const refusedClient = authMethod === 'oauth' ? 'client_refused' : 'refused';
  const named =
    at === 'token' && !isTransientStatus(status) ? errorAtToken(answer, refusedClient) : undefined;
  if (named === undefined) return failureWith(reasonOfStatus(status, at, refusedClient), answer);
  const [code, reason] = named;
  return failureWith(reason, answer, { code });
}
