import { describe, expect, it } from 'vitest';
import { attemptOf, hostOf, outcomeIn, returnAddress, toldIn } from './outcome.ts';

describe('the address of an outcome page', () => {
  it.each([
    ['?outcome=connected', 'connected'],
    ['?outcome=declined', 'declined'],
    ['?outcome=failed', 'failed'],
    ['?outcome=retry', 'retry'],
    ['?outcome=used', 'used'],
    ['?outcome=expired', 'expired'],
    ['?outcome=constructor', 'failed'],
    ['', 'failed'],
  ])('the query %j means the outcome %s', (search, outcome) => expect(outcomeIn(search)).toBe(outcome));

  it('the fragment tells the account and the choice of a success, the reason and request of a failure, and nothing else', () => {
    const hash =
      '#account=M%C3%BCller+%26+S%C3%B6hne&choice=sealed&reason=Try+again+later.&requestId=r-1&more=x';
    expect(toldIn(hash, 'connected')).toEqual({ account: 'Müller & Söhne', choice: 'sealed' });
    for (const outcome of ['failed', 'retry'] as const)
      expect(toldIn(hash, outcome)).toEqual({ reason: 'Try again later.', requestId: 'r-1' });
    for (const outcome of ['used', 'expired'] as const)
      expect(toldIn(hash, outcome)).toEqual({ requestId: 'r-1' });
    expect(toldIn(hash, 'declined')).toEqual({});
    expect(toldIn('', 'connected')).toEqual({});
    expect(toldIn('#account=+', 'connected')).toEqual({});
  });

  it('texts of the fragment are cut at their maximum length', () => {
    expect(toldIn(`#account=${'ä'.repeat(300)}`, 'connected').account).toBe('ä'.repeat(200));
    expect(toldIn(`#reason=${'x'.repeat(600)}`, 'failed').reason).toHaveLength(500);
  });
});

const answer = {
  status: 'pending',
  statusDetail: null,
  lastError: null,
  connectedAccount: null,
  returnUrl: null,
} as const;

describe('an attempt by form', () => {
  it('an active integration without errors is connected', () => {
    expect(attemptOf({ ...answer, status: 'active' })).toEqual({ kind: 'connected' });
    expect(
      attemptOf({ ...answer, status: 'active', connectedAccount: 'Shop', returnUrl: 'https://a.example' }),
    ).toEqual({ kind: 'connected', account: 'Shop', returnUrl: 'https://a.example' });
  });

  it.each([
    [
      { status: 'error', statusDetail: 'No.' },
      { kind: 'refused', reasons: ['No.'] },
    ],
    [
      { status: 'pending', lastError: 'Later.' },
      { kind: 'later', reasons: ['Later.'] },
    ],
    // Was connected before: a failure that says nothing about what was entered leaves the status.
    [
      { status: 'active', lastError: 'Later.' },
      { kind: 'later', reasons: ['Later.'] },
    ],
    [
      { status: 'error', statusDetail: 'No.', lastError: 'Later.' },
      { kind: 'unclear', reasons: ['No.', 'Later.'] },
    ],
  ] as const)('an attempt that was answered with %j has not connected', (more, attempt) => {
    expect(attemptOf({ ...answer, ...more })).toEqual(attempt);
  });
});

it.each([
  ['https://agency.example/back?x=1', 'agency.example'],
  ['http://localhost:9/done', 'localhost:9'],
  ['javascript:alert(1)', undefined],
  ['not an address', undefined],
  [null, undefined],
  [undefined, undefined],
])('the host that is shown for %s is %s', (address, host) => expect(hostOf(address)).toBe(host));

it.each([
  ['https://a.example', 'https://a.example/?status=declined&integrationId=7'],
  ['https://a.example/b?c=%20d+e#f', 'https://a.example/b?c=%20d+e&status=declined&integrationId=7#f'],
])('the return address %s gets how it ended, and keeps the rest', (returnUrl, address) => {
  expect(returnAddress(returnUrl, { status: 'declined', integrationId: '7' })).toBe(address);
});
