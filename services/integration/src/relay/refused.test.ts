import { describe, expect, it } from 'vitest';
import { firstRead } from '../connector/first-read.fixture.ts';
import { createRefusals } from './refused.ts';
import { targetOf } from './target.ts';

const refuse = createRefusals(
  {
    access: ['read'],
    apis: [],
    sentHeaders: ['x-version'],
    refusedHeaders: ['x-other-account'],
    refusedParameters: ['app_id'],
    accountNames: { shape: { digits: [5, 10] } },
    listsAccounts: false,
    accountSettings: [],
    firstRead,
  },
  new Set(['authorization', 'x-version', 'user-agent']),
);

const problemOf = (
  headers: Readonly<Record<string, string>>,
  query = '',
  path = 'campaigns',
): string | undefined => {
  const target = targetOf('https://api.example/v1', path, query);
  try {
    refuse(headers, target, target.parameters);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('what could carry a credential, override the method or hold several requests', () => {
  it.each([
    'authorization',
    'proxy-authorization',
    'developer-token',
    'access-token',
    'x-other-account',
    'x-http-method',
    'x-http-method-override',
    'x-method-override',
    'api-key',
    'apikey',
    'auth-token',
    'authenticationtoken',
    'client-secret',
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
  ])('the header %s is refused by its name', (name) => {
    expect(problemOf({ [name]: 'x' })).toBe(
      `headers: Remove the header ${name}: Patchbay does not relay it.`,
    );
  });

  it.each([
    'access_token',
    'Access.Token',
    '$key',
    '_method',
    'X-HTTP-Method-Override',
    '$httpMethod',
    '$batch',
    'batch[0][relative_url]',
    '$callback',
    'jsonp',
    'oauth_token',
    'api_key',
    'secret',
    'client_secret',
    'appsecret_proof',
    'X-HTTP-Method',
    'X-Method-Override',
    'app_id',
  ])('the parameter %s is refused by its name', (name) => {
    expect(problemOf({}, `${encodeURIComponent(name)}=x`)).toBe(
      `query: Remove the parameter ${name}: Patchbay does not relay it.`,
    );
  });

  it.each(['$batch', 'v4/$batch', '%24Batch', '$batch/1'])('the path %s is refused', (path) => {
    expect(problemOf({}, '', path)).toMatch(/^path: \$batch holds several requests/i);
  });

  it.each(['multipart/mixed; boundary=x', 'application/http'])('a body of the type %s is refused', (type) => {
    expect(problemOf({ 'content-type': type })).toMatch(/^headers: .* holds several requests/);
  });

  it('other headers, parameters and paths pass', () => {
    const headers = { 'user-agent': 'curl/8', 'x-version': '2', 'x-other': '1', traceparent: 't' };
    expect(problemOf(headers, 'keyword=a&batch_size=5&tokens=1', 'batches/$batch5')).toBeUndefined();
  });
});
