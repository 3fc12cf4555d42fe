import {
  faultAt,
  faultsAt,
  type Meaning,
  maintenance,
  noAccess,
  noAccounts,
  rateLimited,
  refused,
  tokenRefusals,
  unauthorized,
  unavailable,
} from './common-faults.ts';
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
  const verify = (code: number, means: Meaning | Fault['kind'], status = 500): Fault =>
    faultAt('verify', userUrl, [`code ${code} with status ${status}`, means, microsoftError(status, code)]);
  return [
    ...tokenRefusals(tokenUrl),
    ...maintenance(userUrl, 'verify'),
    ...[105, 109].map((code) => verify(code, unauthorized)),
    ...permanent.map((code) => verify(code, noAccess)),
    ...[116, 303].map((code) => verify(code, 'ours')),
    verify(0, unavailable),
    verify(117, { ...rateLimited, waitMs: 60_000 }),
    verify(207, rateLimited),
    // The same errors with other statuses.
    verify(106, 'permanent', 200),
    verify(109, unauthorized, 401),
    verify(116, 'ours', 400),
    verify(117, { kind: 'transient', waitMs: 60_000 }, 429),
    ...faultsAt(
      'verify',
      accountsUrl,
      [
        'an error of the account list in another form',
        'permanent',
        {
          status: 500,
          json: { detail: { ApiFault: { OperationErrors: [{ ErrorCode: '106', Message: 'Simulated.' }] } } },
        },
      ],
      [
        'a limit that is told by its name',
        { ...rateLimited, waitMs: 60_000 },
        { status: 400, json: { Errors: [{ ErrorCode: 'CallRateExceeded' }] } },
      ],
      ['no account', noAccounts, { json: { Accounts: [] } }],
    ),
    ...['InternalError', 'ConcurrentRequestOverLimit'].map((ErrorCode) => {
      const answer = { status: 400, json: { Errors: [{ ErrorCode }] } };
      return faultAt('verify', accountsUrl, [`${ErrorCode}, by its name`, 'transient', answer]);
    }),
    verify(0, unavailable, 400),
    ...faultsAt('verify', userUrl, ['an answer without a user', 'transient', { json: {} }]),
    ...faultsAt(
      'renew',
      tokenUrl,
      ['the grant is void', refused, entraError(400, 'invalid_grant', 70_000)],
      ['a policy asks the person to sign in again', refused, entraError(400, 'interaction_required', 50_076)],
      [
        'our app is unknown, told in the description alone',
        'ours',
        {
          status: 400,
          json: { error: 'unauthorized_client', error_description: 'AADSTS700016: Simulated.' },
        },
      ],
    ),
    ...['login_required', 'consent_required'].map((error) =>
      faultAt('renew', tokenUrl, [`${error} at a renewal`, refused, { status: 400, json: { error } }]),
    ),
    ...faultsAt(
      'connect',
      tokenUrl,
      ['our redirect URI is not registered', 'ours', entraError(400, 'invalid_grant', 50_011)],
      ['our app is unknown', 'ours', entraError(400, 'unauthorized_client', 700_016)],
      [
        'the tenant has no Microsoft Advertising',
        { ...noAccess, hint: 'use a login of one that does' },
        entraError(400, 'invalid_client', 650_052),
      ],
    ),
  ];
};
