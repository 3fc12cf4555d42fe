import { describe, expect, it } from 'vitest';
import { type FailureReason, ProviderFailure, sentenceOf, type Tried } from './failure.ts';

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

  it.each(['form', 'consent', 'check'] as const)(
    `the text of the failure ${reason} after a %s names the provider and what to do, and no role in Patchbay`,
    (tried) => {
      const sentence = sentenceOf(failure, tried, 'Example Ads');
      expect(sentence).toContain('Example Ads');
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      const advice = {
        permanent: tried === 'form' ? /try again\./ : /connect again/i,
        transient: /Try again in a few minutes/,
        ours: /the team that runs Patchbay has to/,
      };
      expect(sentence).toMatch(advice[kind]);
      expect(sentence).not.toMatch(/operator|installation|client|member|admin/i);
      expect(sentenceOf(failure, tried, 'The Trade Desk')).not.toMatch(
        /\b(?:a|an|the|your|this) The Trade Desk/,
      );
    },
  );
});

it.each(['refused', 'unauthorized'] as const)(
  'a first %s token is taken for a typo, and a later one for access that ended',
  (reason) => {
    const told = (tried: Tried) => sentenceOf({ reason, hint: undefined }, tried, 'X');
    expect(told('form')).toMatch(/Check that you copied all of it/);
    expect(told('consent')).not.toMatch(/withdrawn|expired|copied/);
    expect(told('check')).toMatch(/access was withdrawn/);
  },
);

it('a hint follows the sentence of a failure', () => {
  expect(sentenceOf({ reason: 'no_access', hint: 'Name the manager.' }, 'check', 'X')).toMatch(
    /\. Name the manager\.$/,
  );
});

it('the message of a failure has reason and code, for the log', () => {
  expect(new ProviderFailure('no_access', { code: '40001' }).message).toBe('no_access (40001)');
});
