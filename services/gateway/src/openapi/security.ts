import type { Credentials } from '../operation/caller.ts';
import type { Json } from './schemas.ts';

/** The default of the document. Every operation names its own, because the session cookie is accepted wherever the bearer is. */
export const defaultSecurity: readonly Json[] = [{ bearer: [] }, { apiKey: [] }];

/**
 * The credentials that an operation accepts, one of which is needed; empty: it needs none. The order has
 * no meaning in OpenAPI, but samples of `/docs` show the first one: the bearer.
 */
export const securityOf: Readonly<Record<Credentials, readonly Json[]>> = {
  none: [],
  session: [{ bearer: [] }, { sessionCookie: [] }],
  'session or key': [...defaultSecurity, { sessionCookie: [] }],
};

export const securitySchemes = (cookieName: string): Json => ({
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
    description:
      'A session in a browser: the cookie that signing in sets. Requests other than `GET` and `HEAD` need an `Origin` header with a trusted origin, or get a 403; so does `getDeviceAuthorization` where the browser says that a page of another origin sent it (`Sec-Fetch-Site`).',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The same session for the CLI and scripts: `token` of `verifySignInLink` or `pollDeviceAuthorization`.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'An API key, for automation. It is bound to one organization, and works as long as it is neither disabled nor revoked nor expired. Where a request carries a session too, the key decides.',
  },
});
