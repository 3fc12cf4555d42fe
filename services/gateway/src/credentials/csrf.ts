import { forbidden } from '@patchbay/errors/failure';
import type { Identified } from '../request/stages.ts';
import { isRelay, type Streaming } from '../request/streaming.ts';
import type { TrustedOrigins } from '../request/trusted-origins.ts';

/**
 * Whether the browser says that the page is ours (`same-origin`) or that there is no page (`none`: an address that was typed or
 * bookmarked). Without the header the request is not from a browser of today, all of which send it.
 */
const isOwnOrNoPage = (fetchSite: string | string[] | undefined): boolean =>
  fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';

/**
 * Browsers attach the cookie to requests from pages of any origin: all but `GET` and `HEAD` need a trusted `Origin`. So does a
 * `GET` that writes to the audit trail, unless the page is of our own origin: browsers send no `Origin` with a `GET` there. A relayed
 * request always needs one: an address that somebody is sent to must not act at a provider.
 */
export function refuseForgery(
  { session, exchange: { request } }: Identified,
  operation: { readonly audit: object; readonly answer: { readonly stream?: Streaming } },
  trusted: TrustedOrigins,
): void {
  if (session?.carrier !== 'cookie' || trusted.has(request.headers.origin)) return;
  const isSafe = ['GET', 'HEAD'].includes(request.method ?? '') && !isRelay(operation);
  if (isSafe && ('none' in operation.audit || isOwnOrNoPage(request.headers['sec-fetch-site']))) return;
  throw forbidden('A request with a session cookie must come from a trusted origin.', 'origin_not_trusted');
}
