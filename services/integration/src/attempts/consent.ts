import { lifetimes } from '@patchbay/platform/lifetimes';
import { sealedJson } from '@patchbay/sealing/sealed-value';
import type { Sealer } from '@patchbay/sealing/sealer';
import { type FailureReason, ProviderFailure } from '../connector/failure.ts';
import type { Integration } from '../domain/integration.ts';
import type { AttemptResult } from './run-attempt.ts';

/** The OAuth state, which comes back with the browser. It is sealed and not stored. */
export interface ConsentState {
  /** A used id is stored, so that each state works once. */
  readonly id: string;
  readonly integrationId: string;
  readonly linkId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** For a provider that takes PKCE. */
  readonly codeVerifier?: string;
}

/** Milliseconds until a state expires: the time for a person at the consent page. */
export const stateMs = lifetimes.consentMinutes * 60_000;

/** Longer than any state or choice: a longer text is not decrypted. */
const maxLength = 2_048;

const sealedState = sealedJson<ConsentState>('consent state');

export const sealState = (sealer: Sealer, state: ConsentState): string => sealedState.seal(sealer, state);

/** Undefined if the text was not sealed by this service for this purpose: a browser can send any text. */
export const openState = (sealer: Sealer, text: string): ConsentState | undefined =>
  text.length > maxLength ? undefined : sealedState.tryOpen(sealer, text);

/** Lets whoever gave a consent choose accounts. It is sealed and not stored, and a later connection ends it. */
export interface AccountChoice {
  readonly integrationId: string;
  /** Of the integration, in milliseconds since 1970. */
  readonly connectedAt: number;
}

/** Milliseconds from the consent until a choice expires. */
export const choiceMs = lifetimes.accountChoiceMinutes * 60_000;

const sealedChoice = sealedJson<AccountChoice>('account choice');

export const sealChoice = (sealer: Sealer, choice: AccountChoice): string =>
  sealedChoice.seal(sealer, choice);

export const openChoice = (sealer: Sealer, text: string): AccountChoice | undefined =>
  text.length > maxLength ? undefined : sealedChoice.tryOpen(sealer, text);

/** The outcome of a consent, as the provider put it into the callback URL. */
export type Callback =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly failure: ProviderFailure }
  /** Neither a code nor a known error, or one of them twice. */
  | { readonly kind: 'incomplete' };

/** The person declined or did not continue: errors of RFC 6749, OpenID Connect and single providers. */
const declines: ReadonlySet<string> = new Set([
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
  'user_cancelled_authorize',
  'user_cancelled_login',
  'user_denied',
]);

/** The other errors of RFC 6749, section 4.1.2.1. */
const failures: ReadonlyMap<string, FailureReason> = new Map([
  ['server_error', 'unavailable'],
  ['temporarily_unavailable', 'unavailable'],
  ['invalid_request', 'client_refused'],
  ['invalid_scope', 'client_refused'],
  ['unauthorized_client', 'client_refused'],
  ['unsupported_response_type', 'client_refused'],
]);

/** The value of a parameter; undefined if it is missing or empty, null if it is repeated. */
const one = (query: URLSearchParams, name: string): string | null | undefined => {
  const values = query.getAll(name);
  if (values.length > 1) return null;
  return values[0] === '' ? undefined : values[0];
};

/** The state of a callback; undefined if it is missing or repeated. */
export const stateIn = (query: URLSearchParams): string | undefined => one(query, 'state') ?? undefined;

/** An unknown error counts as an incomplete callback: anybody who has a state can send one. */
function withError(error: string): Callback {
  if (declines.has(error)) return { kind: 'declined' };
  const reason = failures.get(error);
  if (reason === undefined) return { kind: 'incomplete' };
  return { kind: 'failed', failure: new ProviderFailure(reason, { code: error }) };
}

/** Reads the parameters other than the state. `error_description` is ignored: anybody can write it. */
export function readCallback(query: URLSearchParams): Callback {
  const error = one(query, 'error');
  const code = one(query, 'code');
  const authCode = one(query, 'auth_code');
  if (error === null || code === null || authCode === null) return { kind: 'incomplete' };
  if (error !== undefined) return withError(error);
  const given = code ?? authCode;
  return given === undefined ? { kind: 'incomplete' } : { kind: 'code', code: given };
}

/** The outcome pages of the Portal. */
type OutcomePage = 'connected' | 'declined' | 'failed' | 'retry' | 'used';

/** The `error` parameter of the return URL. */
type ReturnError =
  | 'access_denied'
  | 'provider_refused'
  | 'no_accounts'
  | 'temporarily_unavailable'
  | 'not_configured'
  | 'invalid_request';

/** Details for the outcome page: the connected account, or the reason of the failure as a sentence. */
interface OutcomeDetails {
  readonly account?: string;
  readonly reason?: string;
  /** A sealed `AccountChoice`. */
  readonly choice?: string;
}

/** `details` is in the fragment, which browsers send to no server and in no referrer. */
export function outcomePage(portalUrl: string, page: OutcomePage, details: OutcomeDetails = {}): string {
  const fragment = new URLSearchParams({ ...details }).toString();
  return `${portalUrl}/connect/outcome?outcome=${page}${fragment && `#${fragment}`}`;
}

/** The outcome of an attempt, for the outcome page and for the return URL. */
interface Ending {
  readonly page: OutcomePage;
  /** Undefined after a success. */
  readonly error?: ReturnError;
  /** Only for the outcome page: the return URL gets no details. */
  readonly details?: OutcomeDetails;
}

/** `choice`: a sealed `AccountChoice`, after a success. */
export function endingOf({ outcome, failure }: AttemptResult, choice?: string): Ending {
  switch (outcome.kind) {
    case 'success':
      return {
        page: 'connected',
        details: {
          ...(outcome.account !== null && { account: outcome.account }),
          ...(choice !== undefined && { choice }),
        },
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

/** The return URL of the integration with the outcome, or the outcome page of the Portal if there is none. */
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
