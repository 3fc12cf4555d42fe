import { sealedJson } from '@patchbay/sealing/sealed-value';
import { createSealer, generateSealingKey, parseSealingKeys } from '@patchbay/sealing/sealer';
import { describe, expect, it } from 'vitest';
import { type FailureReason, ProviderFailure, sentenceOf } from '../connector/failure.ts';
import {
  type ConsentState,
  endingOf,
  openState,
  readCallback,
  returnLocation,
  sealState,
  stateIn,
} from './consent.ts';
import { outcomeOf } from './run-attempt.ts';

const sealer = createSealer(parseSealingKeys(generateSealingKey()));
const state: ConsentState = { id: 'a', integrationId: 'b', linkId: 'c', expiresAt: 1, codeVerifier: 'd' };

describe('the state of a consent', () => {
  it('a consent state opens as it was sealed, and needs no escaping in a URL', () => {
    const text = sealState(sealer, state);
    expect(text).toMatch(/^[\w.-]+$/);
    expect(text.length).toBeLessThan(1_000);
    expect(openState(sealer, text)).toEqual(state);
  });

  it('a consent state does not open when it is altered, sealed for another purpose or sealed with another key', () => {
    const text = sealState(sealer, state);
    const elsewhere = createSealer(parseSealingKeys(generateSealingKey()));
    const other = sealedJson<ConsentState>('something else').seal(sealer, state);
    for (const wrong of [`${text}A`, text.slice(1), '', '.', 'x.y', other, sealState(elsewhere, state)])
      expect(openState(sealer, wrong)).toBeUndefined();
    expect(openState(sealer, `${text}${'A'.repeat(5_000)}`)).toBeUndefined();
  });
});

const read = (query: string) => readCallback(new URLSearchParams(query));

describe('a callback', () => {
  it.each([
    ['code=c', { kind: 'code', code: 'c' }],
    ['auth_code=a', { kind: 'code', code: 'a' }],
    ['code=c&auth_code=a', { kind: 'code', code: 'c' }],
    ['', { kind: 'incomplete' }],
    ['code=', { kind: 'incomplete' }],
    ['code=c&code=d', { kind: 'incomplete' }],
    ['error=access_denied&error=server_error', { kind: 'incomplete' }],
    ['error=access_denied', { kind: 'declined' }],
    ['error=access_denied&code=c', { kind: 'declined' }],
    ['error=user_cancelled_login', { kind: 'declined' }],
    ['error=server_error', { kind: 'failed', failure: { kind: 'transient', code: 'server_error' } }],
    ['error=unauthorized_client', { kind: 'failed', failure: { kind: 'ours', code: 'unauthorized_client' } }],
    ['error=invalid_scope', { kind: 'failed', failure: { kind: 'ours', code: 'invalid_scope' } }],
    ['error=consent_required', { kind: 'declined' }],
    ['error=login_required', { kind: 'declined' }],
    ['error=interaction_required', { kind: 'declined' }],
    ['error=Any', { kind: 'incomplete' }],
    ['error=constructor', { kind: 'incomplete' }],
  ])('a callback with the query %j is read as %j', (query, expected) => {
    expect(read(query)).toMatchObject(expected);
  });

  it('a callback keeps no text of the error description', () => {
    const callback = read('error=server_error&error_description=written');
    expect(JSON.stringify(callback) + String(callback.kind === 'failed' && callback.failure)).not.toContain(
      'written',
    );
  });

  it('a callback with a repeated state has none', () => {
    expect(stateIn(new URLSearchParams('state=s&code=c'))).toBe('s');
    expect(stateIn(new URLSearchParams('state=s&state=s'))).toBeUndefined();
    expect(stateIn(new URLSearchParams('code=c'))).toBeUndefined();
  });
});

const portal = 'https://portal.example';
const after = (reason: FailureReason) => {
  const failure = new ProviderFailure(reason);
  return endingOf({ outcome: outcomeOf(failure, 'consent', 'Ads'), failure });
};
const sentence = (reason: FailureReason) => sentenceOf({ reason, hint: undefined }, 'consent', 'Ads');
const details = (reason: FailureReason) => new URLSearchParams({ reason: sentence(reason) }).toString();

describe('the end of a consent', () => {
  it.each([
    ['refused', 'failed', 'provider_refused'],
    ['scope_missing', 'failed', 'provider_refused'],
    ['no_accounts', 'failed', 'no_accounts'],
    ['unavailable', 'retry', 'temporarily_unavailable'],
    ['rate_limited', 'retry', 'temporarily_unavailable'],
    ['not_configured', 'failed', 'not_configured'],
    ['client_refused', 'failed', 'not_configured'],
  ] as const)('the reason %s leads to its outcome page and error', (reason, page, error) => {
    expect(after(reason)).toEqual({ page, error, details: { reason: sentence(reason) } });
  });

  it('a success and a declined consent lead to their outcome pages', () => {
    expect(endingOf({ outcome: { kind: 'success', account: null } })).toEqual({
      page: 'connected',
      details: {},
    });
    expect(endingOf({ outcome: { kind: 'success', account: 'Shop' } })).toEqual({
      page: 'connected',
      details: { account: 'Shop' },
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
  ])('the outcome is appended to the query of the return URL %s', (returnUrl, location) => {
    expect(returnLocation(portal, { id: 'i', returnUrl }, after('no_accounts'))).toBe(location);
  });

  it.each([
    [after('unavailable'), 'outcome=retry', details('unavailable')],
    [after('refused'), 'outcome=failed', details('refused')],
    [
      endingOf({ outcome: { kind: 'success', account: 'Müller & Söhne #1' } }),
      'outcome=connected',
      'account=M%C3%BCller+%26+S%C3%B6hne+%231',
    ],
  ])('the Portal shows the outcome when there is no return URL: %j', (ending, query, fragment) => {
    expect(returnLocation(portal, { id: 'i', returnUrl: null }, ending)).toBe(
      `https://portal.example/connect/outcome?${query}#${fragment}`,
    );
  });

  it('the address of the outcome page has no fragment without details', () => {
    const declined = endingOf({ outcome: { kind: 'declined' } });
    expect(returnLocation(portal, { id: 'i', returnUrl: null }, declined)).toBe(
      'https://portal.example/connect/outcome?outcome=declined',
    );
  });
});
