import { failingAt, maintenance, tokenRefusals } from './common-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

/** Errors of the service, mostly with status 500. */
export const microsoftError = (status: number, code: number): SimulatedAnswer => ({
  status,
  json: {
    TrackingId: 'simulated',
    Type: 'AdApiFaultDetail',
    Errors: [{ Code: code, Detail: null, Message: 'Simulated.' }],
  },
});

/** An error of the identity platform: the number is in the description and in a list. */
const entraError = (status: number, error: string, code: number): SimulatedAnswer => ({
  status,
  json: { error, error_description: `AADSTS${code}: Simulated.`, error_codes: [code] },
});

interface Addresses {
  readonly tokenUrl: string;
  readonly userUrl: string;
  readonly accountsUrl: string;
}

const permanent = [106, 108, 120, 122, 123, 124, 125, 126];

export const microsoftFaults = ({ tokenUrl, userUrl, accountsUrl }: Addresses): Fault[] => {
  const verify = (code: number, fault: Pick<Fault, 'kind' | 'reason' | 'waitMs'>, status = 500): Fault => ({
    name: `code ${code} with status ${status}`,
    shows: 'verify',
    ...fault,
    answer: failingAt(userUrl, microsoftError(status, code)),
  });
  return [
    ...tokenRefusals(tokenUrl),
    maintenance(userUrl, 'verify'),
    ...[105, 109].map((code) => verify(code, { kind: 'permanent', reason: 'unauthorized' })),
    ...permanent.map((code) => verify(code, { kind: 'permanent', reason: 'no_access' })),
    ...[116, 303].map((code) => verify(code, { kind: 'ours' })),
    verify(0, { kind: 'transient', reason: 'unavailable' }),
    verify(117, { kind: 'transient', reason: 'rate_limited', waitMs: 60_000 }),
    verify(207, { kind: 'transient', reason: 'rate_limited' }),
    // The same errors with other statuses.
    verify(106, { kind: 'permanent' }, 200),
    verify(109, { kind: 'permanent', reason: 'unauthorized' }, 401),
    verify(116, { kind: 'ours' }, 400),
    verify(117, { kind: 'transient', waitMs: 60_000 }, 429),
    {
      name: 'an error of the account list in another form',
      kind: 'permanent',
      shows: 'verify',
      answer: failingAt(accountsUrl, {
        status: 500,
        json: { detail: { ApiFault: { OperationErrors: [{ ErrorCode: '106', Message: 'Simulated.' }] } } },
      }),
    },
    {
      name: 'a limit that is told by its name',
      kind: 'transient',
      reason: 'rate_limited',
      shows: 'verify',
      waitMs: 60_000,
      answer: failingAt(accountsUrl, { status: 400, json: { Errors: [{ ErrorCode: 'CallRateExceeded' }] } }),
    },
    ...['InternalError', 'ConcurrentRequestOverLimit'].map(
      (ErrorCode): Fault => ({
        name: `${ErrorCode}, by its name`,
        kind: 'transient',
        shows: 'verify',
        answer: failingAt(accountsUrl, { status: 400, json: { Errors: [{ ErrorCode }] } }),
      }),
    ),
    verify(0, { kind: 'transient', reason: 'unavailable' }, 400),
    {
      name: 'an answer without a user',
      kind: 'transient',
      shows: 'verify',
      answer: failingAt(userUrl, { json: {} }),
    },
    {
      name: 'no account',
      kind: 'permanent',
      reason: 'no_accounts',
      shows: 'verify',
      answer: failingAt(accountsUrl, { json: { Accounts: [] } }),
    },
    {
      name: 'the grant is void',
      kind: 'permanent',
      reason: 'refused',
      shows: 'renew',
      answer: failingAt(tokenUrl, entraError(400, 'invalid_grant', 70_000)),
    },
    {
      name: 'a policy asks the person to sign in again',
      kind: 'permanent',
      reason: 'refused',
      shows: 'renew',
      answer: failingAt(tokenUrl, entraError(400, 'interaction_required', 50_076)),
    },
    ...['login_required', 'consent_required'].map(
      (error): Fault => ({
        name: `${error} at a renewal`,
        kind: 'permanent',
        reason: 'refused',
        shows: 'renew',
        answer: failingAt(tokenUrl, { status: 400, json: { error } }),
      }),
    ),
    {
      name: 'our redirect URI is not registered',
      kind: 'ours',
      shows: 'connect',
      answer: failingAt(tokenUrl, entraError(400, 'invalid_grant', 50_011)),
    },
    {
      name: 'our app is unknown',
      kind: 'ours',
      shows: 'connect',
      answer: failingAt(tokenUrl, entraError(400, 'unauthorized_client', 700_016)),
    },
    {
      name: 'the tenant has no Microsoft Advertising',
      kind: 'permanent',
      reason: 'no_access',
      hint: 'use a login of one that does',
      shows: 'connect',
      answer: failingAt(tokenUrl, entraError(400, 'invalid_client', 650_052)),
    },
    {
      name: 'our app is unknown, told in the description alone',
      kind: 'ours',
      shows: 'renew',
      answer: failingAt(tokenUrl, {
        status: 400,
        json: { error: 'unauthorized_client', error_description: 'AADSTS700016: Simulated.' },
      }),
    },
  ];
};
