import { ProviderFailure } from '../connector/failure.ts';

/** What a provider sent the browser back with. */
export type Callback =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure }
  /** Neither a code nor an error, or one of them twice. */
  | { readonly kind: 'incomplete' };

/** The person said no: RFC 6749, and what providers send instead. */
const declines: ReadonlySet<string> = new Set([
  'access_denied',
  'user_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
]);

const transient: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

/** Errors that go into the log. Any other text may be anybody's: whoever has a state can send one. */
const known: ReadonlySet<string> = new Set([
  ...transient,
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_response_type',
]);

/** The value of a parameter that is there once; undefined where it is missing or empty, null where it is repeated. */
const one = (query: URLSearchParams, name: string): string | null | undefined => {
  const values = query.getAll(name);
  if (values.length > 1) return null;
  return values[0] === '' ? undefined : values[0];
};

/** The state of a callback; undefined where there is none, or more than one. */
export const stateIn = (query: URLSearchParams): string | undefined => one(query, 'state') ?? undefined;

function failed(error: string): Callback {
  const code = known.has(error) ? error : 'another error at the consent page';
  const reason = transient.has(error) ? 'unavailable' : 'client_refused';
  return { kind: 'failed', failure: new ProviderFailure(reason, { code }) };
}

/** Reads the parameters besides the state. `error_description` is not read: it is text of the provider, or of anybody. */
export function readCallback(query: URLSearchParams): Callback {
  const error = one(query, 'error');
  const code = one(query, 'code');
  const authCode = one(query, 'auth_code');
  if (error === null || code === null || authCode === null) return { kind: 'incomplete' };
  if (error !== undefined) return declines.has(error) ? { kind: 'declined' } : failed(error);
  const given = code ?? authCode;
  return given === undefined ? { kind: 'incomplete' } : { kind: 'code', code: given };
}
