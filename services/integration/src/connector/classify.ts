import { retryAfterMs } from '@patchbay/outgoing/retry-after';
import type { AuthMethod } from '../providers/descriptor.ts';
import type { Endpoint, ProviderAnswer } from './call.ts';
import { type FailureReason, ProviderFailure } from './failure.ts';
import { textAt } from './json-path.ts';

/** What the errors of RFC 6749 mean at a token endpoint. `invalid_client` depends on whose client it is. */
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

function reasonAtToken({ status, body }: ProviderAnswer, authMethod: AuthMethod): FailureReason | undefined {
  const error = textAt(body, 'error');
  // At a consent our own client signs in, at a credentials form that of the customer.
  if (error === 'invalid_client') return authMethod === 'oauth' ? 'client_refused' : 'refused';
  if (error !== undefined && Object.hasOwn(tokenErrors, error)) return tokenErrors[error];
  if (status === 401 || status === 403) return authMethod === 'oauth' ? 'client_refused' : 'refused';
  return undefined;
}

function reasonOfStatus(status: number): FailureReason {
  if (status === 429) return 'rate_limited';
  if (status === 408 || status >= 500) return 'unavailable';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'no_access';
  return 'client_refused';
}

/** A failure of this reason, with the status or the error of the body as its code. */
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

/** The rules common to all providers; undefined for a good answer. Redirects are not followed, and so are no good answer. */
export function failureOf(
  answer: ProviderAnswer,
  at: Endpoint,
  authMethod: AuthMethod,
): ProviderFailure | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const reason = (at === 'token' ? reasonAtToken(answer, authMethod) : undefined) ?? reasonOfStatus(status);
  return failureWith(reason, answer);
}
