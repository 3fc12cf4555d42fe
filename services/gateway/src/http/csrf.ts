import { forbidden } from '@patchbay/errors/failure';
import type { TrustedOrigins } from '../operation/trusted-origins.ts';
import type { Exchange } from './exchange.ts';

/** Browsers attach the cookie to requests from pages of any origin: all but `GET` and `HEAD` need a trusted `Origin`. */
export function refuseForgery({ session, request }: Exchange, trusted: TrustedOrigins): void {
  if (session?.carrier !== 'cookie') return;
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (!trusted.has(request.headers.origin)) {
    throw forbidden('A request with a session cookie must come from a trusted origin.', 'origin_not_trusted');
  }
}
