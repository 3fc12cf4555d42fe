import { describe, expect, it } from 'vitest';
import { type FailureReason, ProviderFailure, sentenceOf } from '../connector/failure.ts';
import { endingOf, returnLocation } from './return-location.ts';
import { outcomeOf } from './tried.ts';

const portal = 'https://portal.example';
const after = (reason: FailureReason) => {
  const failure = new ProviderFailure(reason);
  return endingOf({ outcome: outcomeOf(failure, 'Ads'), failure });
};
const sentence = (reason: FailureReason) => sentenceOf({ reason, hint: undefined }, 'Ads');
const told = (reason: FailureReason) => new URLSearchParams({ reason: sentence(reason) }).toString();

describe('the end of a consent', () => {
  it.each([
    ['refused', 'failed', 'provider_refused'],
    ['scope_missing', 'failed', 'provider_refused'],
    ['no_accounts', 'failed', 'no_accounts'],
    ['unavailable', 'retry', 'temporarily_unavailable'],
    ['rate_limited', 'retry', 'temporarily_unavailable'],
    ['not_configured', 'failed', 'not_configured'],
    ['client_refused', 'failed', 'not_configured'],
  ] as const)('after %s', (reason, page, error) => {
    expect(after(reason)).toEqual({ page, error, told: { reason: sentence(reason) } });
  });

  it('after a success or a decline', () => {
    expect(endingOf({ outcome: { kind: 'success', account: null } })).toEqual({ page: 'connected' });
    expect(endingOf({ outcome: { kind: 'success', account: 'Shop' } })).toEqual({
      page: 'connected',
      told: { account: 'Shop' },
    });
    expect(endingOf({ outcome: { kind: 'declined' } })).toEqual({ page: 'declined', error: 'access_denied' });
  });

  it.each([
    ['https://a.example', 'https://a.example/?status=error&integrationId=i&error=no_accounts'],
    ['https://a.example/b?c=d', 'https://a.example/b?c=d&status=error&integrationId=i&error=no_accounts'],
    [
      'https://a.example/b?c=%20%2B+#e',
      'https://a.example/b?c=%20%2B+&status=error&integrationId=i&error=no_accounts#e',
    ],
    [
      'https://a.example/?status=x',
      'https://a.example/?status=x&status=error&integrationId=i&error=no_accounts',
    ],
  ])('appends to %s', (returnUrl, location) => {
    expect(returnLocation(portal, { id: 'i', returnUrl }, after('no_accounts'))).toBe(location);
  });

  it.each([
    [after('unavailable'), 'outcome=retry', told('unavailable')],
    [after('refused'), 'outcome=failed', told('refused')],
    [
      endingOf({ outcome: { kind: 'success', account: 'Müller & Söhne #1' } }),
      'outcome=connected',
      'account=M%C3%BCller+%26+S%C3%B6hne+%231',
    ],
  ])('is shown by the Portal where there is no return address: %j', (ending, query, fragment) => {
    expect(returnLocation(portal, { id: 'i', returnUrl: null }, ending)).toBe(
      `https://portal.example/connect/outcome?${query}#${fragment}`,
    );
  });

  it('has no fragment where there is nothing to tell', () => {
    const declined = endingOf({ outcome: { kind: 'declined' } });
    expect(returnLocation(portal, { id: 'i', returnUrl: null }, declined)).toBe(
      'https://portal.example/connect/outcome?outcome=declined',
    );
  });
});
