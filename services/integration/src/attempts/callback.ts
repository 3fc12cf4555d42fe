import { type FailureReason, ProviderFailure } from '../connector/failure.ts';

/** What a provider sent the browser back with. */
export type Callback =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure }
  /** Neither a code nor a known error, or one of them twice. */
  | { readonly kind: 'incomplete' };

/** The person said no or did not go on: RFC 6749, OpenID Connect, and what providers send instead. */
const declines: ReadonlySet<string> = new Set([
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
  'user_cancelled_authorize',
  'user_cancelled_login',
  'user_denied',
]);

/** Errors of RFC 6749, section 4.1.2.1, besides the refusal. */
const failures: ReadonlyMap<string, FailureReason> = new Map([
  ['server_error', 'unavailable'],
  ['temporarily_unavailable', 'unavailable'],
  ['invalid_request', 'client_refused'],
  ['invalid_scope', 'client_refused'],
  ['unauthorized_client', 'client_refused'],
  ['unsupported_response_type', 'client_refused'],
]);

/** The value of a parameter that is there once; undefined where it is missing or empty, null where it is repeated. */
const one = (query: URLSearchParams, name: string): string | null | undefined => {
  const values = query.getAll(name);
  if (values.length > 1) return null;
  return values[0] === '' ? undefined : values[0];
};

/** The state of a callback; undefined where there is none, or more than one. */
export const stateIn = (query: URLSearchParams): string | undefined => one(query, 'state') ?? undefined;

/** An error that is not known may be anybody's: whoever has a state can send one. It is as good as none. */
function withError(error: string): Callback {
  if (declines.has(error)) return { kind: 'declined' };
  const reason = failures.get(error);
  if (reason === undefined) return { kind: 'incomplete' };
  return { kind: 'failed', failure: new ProviderFailure(reason, { code: error }) };
}

/** Reads the parameters besides the state. `error_description` is not read: it is text of the provider, or of anybody. */
export function readCallback(query: URLSearchParams): Callback {
  const error = one(query, 'error');
  const code = one(query, 'code');
  const authCode = one(query, 'auth_code');
  if (error === null || code === null || authCode === null) return { kind: 'incomplete' };
  if (error !== undefined) return withError(error);
  const given = code ?? authCode;
  return given === undefined ? { kind: 'incomplete' } : { kind: 'code', code: given };
}
