import type { Integration } from '../domain/integration.ts';
import type { Tried } from './tried.ts';

/** The Portal's pages for the end of a consent. */
export type OutcomePage = 'connected' | 'declined' | 'failed' | 'retry' | 'used';

/** `error` at the return address. */
export type ReturnError =
  | 'access_denied'
  | 'provider_refused'
  | 'no_accounts'
  | 'temporarily_unavailable'
  | 'not_configured'
  | 'invalid_request';

/** What the Portal's page shows besides the outcome: the account that was connected, or why it failed, as a sentence. */
export interface Told {
  readonly account?: string;
  readonly reason?: string;
}

/** `told` is in the fragment, which browsers send to no server and in no referrer. */
export function outcomePage(portalUrl: string, page: OutcomePage, { account, reason }: Told = {}): string {
  const fragment = new URLSearchParams({
    ...(account !== undefined && { account }),
    ...(reason !== undefined && { reason }),
  }).toString();
  return `${portalUrl}/connect/outcome?outcome=${page}${fragment && `#${fragment}`}`;
}

/** The end of an attempt as both places name it. */
export interface Ending {
  readonly page: OutcomePage;
  /** Undefined after a success. */
  readonly error?: ReturnError;
  /** For the Portal's page only: a return address is not told. */
  readonly told?: Told;
}

export function endingOf({ outcome, failure }: Tried): Ending {
  switch (outcome.kind) {
    case 'success':
      return { page: 'connected', ...(outcome.account !== null && { told: { account: outcome.account } }) };
    case 'declined':
      return { page: 'declined', error: 'access_denied' };
    case 'transient':
      return { page: 'retry', error: 'temporarily_unavailable', told: { reason: outcome.error } };
    case 'ours':
      return { page: 'failed', error: 'not_configured', told: { reason: outcome.error } };
    default:
      outcome.kind satisfies 'permanent';
      return {
        page: 'failed',
        error: failure?.reason === 'no_accounts' ? 'no_accounts' : 'provider_refused',
        told: { reason: outcome.detail },
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
  { page, error, told }: Ending,
): string {
  if (returnUrl === null) return outcomePage(portalUrl, page, told);
  return withParameters(returnUrl, {
    status: error === undefined ? 'connected' : 'error',
    integrationId: id,
    ...(error !== undefined && { error }),
  });
}
