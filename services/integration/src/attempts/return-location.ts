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

export const outcomePage = (portalUrl: string, page: OutcomePage): string =>
  `${portalUrl}/connect/outcome?outcome=${page}`;

/** The end of an attempt as both places name it. */
export interface Ending {
  readonly page: OutcomePage;
  /** Undefined after a success. */
  readonly error?: ReturnError;
}

export function endingOf({ outcome: { kind }, failure }: Tried): Ending {
  switch (kind) {
    case 'success':
      return { page: 'connected' };
    case 'declined':
      return { page: 'declined', error: 'access_denied' };
    case 'transient':
      return { page: 'retry', error: 'temporarily_unavailable' };
    case 'ours':
      return { page: 'failed', error: 'not_configured' };
    default:
      kind satisfies 'permanent';
      return {
        page: 'failed',
        error: failure?.reason === 'no_accounts' ? 'no_accounts' : 'provider_refused',
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
  { page, error }: Ending,
): string {
  if (returnUrl === null) return outcomePage(portalUrl, page);
  return withParameters(returnUrl, {
    status: error === undefined ? 'connected' : 'error',
    integrationId: id,
    ...(error !== undefined && { error }),
  });
}
