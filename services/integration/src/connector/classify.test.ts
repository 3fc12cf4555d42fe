import { describe, expect, it } from 'vitest';
import { failureOf, type ProviderAnswer } from './classify.ts';

const answer = (status: number, body?: ProviderAnswer['body'], headers = {}): ProviderAnswer => ({
  status,
  headers,
  body,
  text: '',
});

describe('at an API', () => {
  it.each([
    [200, undefined],
    [302, 'client_refused'],
    [400, 'client_refused'],
    [401, 'unauthorized'],
    [403, 'no_access'],
    [404, 'client_refused'],
    [408, 'unavailable'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('the status %i of an API is classified as %s', (status, reason) => {
    expect(failureOf(answer(status), 'api', 'oauth')?.reason).toBe(reason);
  });

  it('a failure knows the wait that the answer asks for', () => {
    expect(failureOf(answer(429, undefined, { 'retry-after': '7' }), 'api', 'oauth')?.retryAfterMs).toBe(
      7_000,
    );
  });
});

describe('at a token endpoint', () => {
  it.each([
    [400, 'invalid_grant', 'refused', 'refused'],
    [400, 'unauthorized_client', 'refused', 'refused'],
    [400, 'invalid_scope', 'refused', 'refused'],
    [403, 'access_denied', 'refused', 'refused'],
    // The owner of the client decides who can resolve it.
    [401, 'invalid_client', 'client_refused', 'refused'],
    [400, 'invalid_client', 'client_refused', 'refused'],
    [401, undefined, 'client_refused', 'refused'],
    [400, 'temporarily_unavailable', 'unavailable', 'unavailable'],
    [500, 'server_error', 'unavailable', 'unavailable'],
    [400, 'invalid_request', 'client_refused', 'client_refused'],
    [400, 'constructor', 'client_refused', 'client_refused'],
    [429, undefined, 'rate_limited', 'rate_limited'],
    [502, undefined, 'unavailable', 'unavailable'],
    // An error beside a transient status is ignored.
    [408, 'invalid_grant', 'unavailable', 'unavailable'],
    [503, 'invalid_grant', 'unavailable', 'unavailable'],
  ])(
    '%i with %s at a token endpoint is %s for oauth and %s for credentials',
    (status, error, byConsent, byForm) => {
      const given = answer(status, error === undefined ? undefined : { error });
      expect(failureOf(given, 'token', 'oauth')?.reason).toBe(byConsent);
      expect(failureOf(given, 'token', 'credentials')?.reason).toBe(byForm);
    },
  );

  it.each([
    [400, 'invalid_grant', 'invalid_grant'],
    [401, 'invalid_client', 'invalid_client'],
    [400, 'something_else', '400'],
    [503, 'invalid_grant', '503'],
  ])('%i with %s at a token endpoint has the code %s', (status, error, code) => {
    expect(failureOf(answer(status, { error }), 'token', 'oauth')?.code).toBe(code);
  });
});

describe('at a revocation', () => {
  it.each([
    [200, undefined],
    [400, 'client_refused'],
    // The client authenticates here, which is ours for oauth providers.
    [401, 'client_refused'],
    [403, 'client_refused'],
    [429, 'rate_limited'],
    [503, 'unavailable'],
  ])('the status %i of a revocation is classified as %s', (status, reason) => {
    expect(failureOf(answer(status), 'revoke', 'oauth')?.reason).toBe(reason);
  });
});
