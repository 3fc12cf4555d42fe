import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';
import { type FailureReason, ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import type { AttemptResult } from './run-attempt.ts';

/** What comes back from the provider's consent page with the browser. Nothing of it is stored before it is used. */
export interface ConsentState {
  /** Each state works once, by this id. */
  readonly id: string;
  readonly integrationId: string;
  readonly linkId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** For a provider that takes PKCE. */
  readonly codeVerifier?: string;
}

/** Milliseconds that a person has at the consent page. */
export const stateMs = 600_000;

/** Longer than any state: a longer text is not decrypted. */
const maxLength = 2_048;

const sealedState = sealedJson<ConsentState>('consent state');

export const sealState = (sealer: Sealer, state: ConsentState): string => sealedState.seal(sealer, state);

/** Undefined where the text was not sealed here for this purpose: a browser can send any. */
export function openState(sealer: Sealer, text: string): ConsentState | undefined {
  if (text.length > maxLength) return undefined;
  try {
    return sealedState.open(sealer, text);
  } catch {
    return undefined;
  }
}

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

/** The Portal's pages for the end of a consent. */
type OutcomePage = 'connected' | 'declined' | 'failed' | 'retry' | 'used';

/** `error` at the return address. */
type ReturnError =
  | 'access_denied'
  | 'provider_refused'
  | 'no_accounts'
  | 'temporarily_unavailable'
  | 'not_configured'
  | 'invalid_request';

/** What the Portal's page shows besides the outcome: the account that was connected, or why it failed, as a sentence. */
interface OutcomeDetails {
  readonly account?: string;
  readonly reason?: string;
}

/** `details` is in the fragment, which browsers send to no server and in no referrer. */
export function outcomePage(
  portalUrl: string,
  page: OutcomePage,
  { account, reason }: OutcomeDetails = {},
): string {
  const fragment = new URLSearchParams({
    ...(account !== undefined && { account }),
    ...(reason !== undefined && { reason }),
  }).toString();
  return `${portalUrl}/connect/outcome?outcome=${page}${fragment && `#${fragment}`}`;
}

/** The end of an attempt as both places name it. */
interface Ending {
  readonly page: OutcomePage;
  /** Undefined after a success. */
  readonly error?: ReturnError;
  /** For the Portal's page only: a return address is not details. */
  readonly details?: OutcomeDetails;
}

export function endingOf({ outcome, failure }: AttemptResult): Ending {
  switch (outcome.kind) {
    case 'success':
      return {
        page: 'connected',
        ...(outcome.account !== null && { details: { account: outcome.account } }),
      };
    case 'declined':
      return { page: 'declined', error: 'access_denied' };
    case 'transient':
      return { page: 'retry', error: 'temporarily_unavailable', details: { reason: outcome.error } };
    case 'ours':
      return { page: 'failed', error: 'not_configured', details: { reason: outcome.error } };
    default:
      outcome.kind satisfies 'permanent';
      return {
        page: 'failed',
        error: failure?.reason === 'no_accounts' ? 'no_accounts' : 'provider_refused',
        details: { reason: outcome.detail },
      };
  }
}

/** Appends parameters to the query as it is, and keeps the fragment. */
function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  const added = new URLSearchParams(parameters).toString();
  url.search = url.search === '' ? added : `${url.search}&${added}`;
  return url.href;
}

/** Where the browser goes: to the return address of the integration, else to the Portal's page. */
export function returnLocation(
  portalUrl: string,
  { id, returnUrl }: Pick<Integration, 'id' | 'returnUrl'>,
  { page, error, details }: Ending,
): string {
  if (returnUrl === null) return outcomePage(portalUrl, page, details);
  return withParameters(returnUrl, {
    status: error === undefined ? 'connected' : 'error',
    integrationId: id,
    ...(error !== undefined && { error }),
  });
}
