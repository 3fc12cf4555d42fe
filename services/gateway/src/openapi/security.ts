import type { Credentials } from '../credentials/credential.ts';
import type { Json } from './schemas.ts';

/** The default of the document, of every operation that names none. The session cookie is accepted wherever the bearer is. */
export const defaultSecurity: readonly Json[] = [{ bearer: [] }, { apiKey: [] }];

/**
 * The `security` of an operation: one of the listed credentials is needed, none where the list is empty. Operations that accept
 * sessions and keys have the default. The order has no meaning in OpenAPI, but the samples of `/docs` show the first: the bearer.
 */
export const securityOf: Readonly<Record<Credentials, { readonly security?: readonly Json[] }>> = {
  none: { security: [] },
  session: { security: [{ bearer: [] }, { sessionCookie: [] }] },
  'session or key': {},
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
