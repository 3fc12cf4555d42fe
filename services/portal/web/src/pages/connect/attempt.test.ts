import { describe, expect, it } from 'vitest';
import { attemptOf } from './attempt.ts';

const answer = {
  status: 'pending',
  statusDetail: null,
  lastError: null,
  connectedAccount: null,
  returnUrl: null,
} as const;

describe('an attempt by form', () => {
  it('has connected', () => {
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
  ] as const)('that answered %j has not', (more, attempt) => {
    expect(attemptOf({ ...answer, ...more })).toEqual(attempt);
  });
});
