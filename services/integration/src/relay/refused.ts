import { invalid } from '@patchbay/errors/failure';
import type { Pattern, Use } from '../connector/use.ts';
import { parameterName } from './names.ts';
import type { Target } from './target.ts';

/** What hands out tokens is never relayed, whatever the api. */
export const refusedPaths: readonly Pattern[] = [
  '/**access_token**',
  '/**access-token**',
  '/**accessToken**',
  '/**refresh_token**',
  '/**/oauth/**',
  '/**/oauth2/**',
];

/** Parameters that carry a credential, override the method, hold several requests or call a script back. */
const commonParameters = [
  'access_token',
  'oauth_token',
  'api_key',
  'key',
  'secret',
  'client_secret',
  'appsecret_proof',
  'method',
  'http_method',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'batch',
  'callback',
  'jsonp',
];

/**
 * Headers that override the method, or that carry a credential: those that authorize at one provider are refused at all of them, so that
 * a mistake is seen.
 */
const commonHeaders = [
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'proxy-authorization',
  'access-token',
  'api-key',
  'apikey',
  'auth-token',
  'authenticationtoken',
  'client-secret',
  'developer-token',
  'developertoken',
  'oauth-token',
  'password',
  'ttd-auth',
  'x-access-token',
  'x-amz-access-token',
  'x-amz-security-token',
  'x-auth-method',
  'x-auth-token',
  'x-authorization',
  'x-goog-api-key',
  'x-goog-iam-authorization-token',
];

/** A segment such as `$batch`. */
const batchSegment = /(?:^|\/)(\$batch)(?![^/:(])/i;

/** Bodies that hold whole requests. */
const holdsRequests = /^\s*(multipart\/mixed|application\/http)\b/i;

const removed = (path: 'headers' | 'query', what: string, name: string) =>
  invalid({ path, message: `Remove the ${what} ${name.slice(0, 100)}: Patchbay does not relay it.` });

/**
 * Refuses what could carry a credential, override the method or hold several requests, by its name. `authorizing` has the headers that
 * Patchbay adds.
 */
export function createRefusals(
  { sentHeaders = [], refusedHeaders = [], refusedParameters = [] }: Use,
  authorizing: ReadonlySet<string>,
) {
  // Every client sends a user agent, which is no credential: that of Patchbay replaces it.
  const replaced = new Set(['user-agent', ...sentHeaders]);
  const headerNames = new Set([
    ...commonHeaders,
    ...refusedHeaders,
    ...[...authorizing].filter((name) => !replaced.has(name)),
  ]);
  const parameterNames = new Set([...commonParameters, ...refusedParameters].map(parameterName));

  return (
    headers: Readonly<Record<string, string>>,
    { path }: Pick<Target, 'path'>,
    parameters: Target['parameters'],
  ): void => {
    for (const name of Object.keys(headers))
      if (headerNames.has(name)) throw removed('headers', 'header', name);
    for (const [name] of parameters)
      if (parameterNames.has(parameterName(name))) throw removed('query', 'parameter', name);
    const [, batch] = batchSegment.exec(path) ?? [];
    if (batch !== undefined)
      throw invalid({ path: 'path', message: `${batch} holds several requests: send each by itself.` });
    const [, type] = holdsRequests.exec(headers['content-type'] ?? '') ?? [];
    if (type !== undefined)
      throw invalid({
        path: 'headers',
        message: `A body of the type ${type} holds several requests: send each by itself.`,
      });
  };
}
