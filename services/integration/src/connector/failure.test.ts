import { describe, expect, it } from 'vitest';
import { type FailureReason, ProviderFailure, sentenceOf } from './failure.ts';

const kinds: Readonly<Record<FailureReason, ProviderFailure['kind']>> = {
  refused: 'permanent',
  unauthorized: 'permanent',
  ended: 'permanent',
  no_access: 'permanent',
  no_accounts: 'permanent',
  account_not_found: 'permanent',
  scope_missing: 'permanent',
  unavailable: 'transient',
  rate_limited: 'transient',
  not_configured: 'ours',
  client_refused: 'ours',
};

describe.each(Object.entries(kinds))('%s', (reason, kind) => {
  const failure = new ProviderFailure(reason as FailureReason);

  it(`the failure ${reason} is ${kind}`, () => {
    expect(failure.kind).toBe(kind);
  });

  it(`the text of the failure ${reason} names the provider and what to do`, () => {
    const sentence = sentenceOf(failure, 'Example Ads');
    expect(sentence).toContain('Example Ads');
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    const advice = {
      permanent: /connect again|connect or verify again/i,
      transient: /again later/,
      ours: /operator/,
    };
    expect(sentence).toMatch(advice[kind]);
  });
});

it('a hint follows the sentence of a failure', () => {
  expect(sentenceOf({ reason: 'no_access', hint: 'Name the manager.' }, 'X')).toMatch(
    /\. Name the manager\.$/,
  );
});

it('the message of a failure has reason and code, for the log', () => {
  expect(new ProviderFailure('no_access', { code: '40001' }).message).toBe('no_access (40001)');
});
