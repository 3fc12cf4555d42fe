import {
  below,
  faultsAt,
  maintenance,
  noAccess,
  noAccounts,
  rateLimited,
  refused,
  unauthorized,
} from './common-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

export const snapError = (status: number, headers: Record<string, string> = {}): SimulatedAnswer => ({
  status,
  headers,
  json: {
    request_status: 'ERROR',
    request_id: 'simulated',
    debug_message: 'Simulated.',
    display_message: 'Simulated.',
    error_code: 'E0000',
  },
});

const envelope = (content: object): SimulatedAnswer => ({
  json: { request_status: 'SUCCESS', request_id: 'simulated', ...content },
});

const tokenFaults = (tokenUrl: string): Fault[] => [
  ...faultsAt(
    'renew',
    tokenUrl,
    ['the refresh token is not valid any more', refused, { status: 400, json: { error: 'invalid_grant' } }],
    [
      'the token endpoint asks for patience',
      'transient',
      { status: 400, json: { error: 'temporarily_unavailable' } },
    ],
  ),
  ...faultsAt('connect', tokenUrl, [
    'our client is refused',
    'ours',
    { status: 400, json: { error: 'invalid_client' } },
  ]),
];

/** API failures in the envelope of the provider, also with status 200, for the whole request or for one element. */
export const snapchatFaults = (tokenUrl: string, api: string): Fault[] => [
  ...tokenFaults(tokenUrl),
  ...maintenance(tokenUrl, 'renew'),
  ...maintenance(`${api}/me/organizations`, 'verify'),
  ...faultsAt(
    'verify',
    below(api),
    ['the token is refused', unauthorized, snapError(401)],
    ['too many requests', { ...rateLimited, waitMs: 5000 }, snapError(429, { 'retry-after': '5' })],
    ['unavailable', 'transient', snapError(503)],
    ['a page of another kind', 'transient', { text: '<html>' }],
  ),
  ...faultsAt('verify', below(`${api}/me`), ['no rights', noAccess, snapError(403)]),
  ...faultsAt(
    'verify',
    `${api}/me/organizations`,
    ['no organization', noAccounts, envelope({ organizations: [] })],
    ['an error with status 200', 'transient', snapError(200)],
  ),
  ...faultsAt(
    'verify',
    below(`${api}/organizations`),
    ['no ad account', noAccounts, envelope({ adaccounts: [] })],
    ['no rights to the ad accounts of any organization', noAccess, snapError(403)],
    [
      'an element that failed, with status 200',
      'transient',
      envelope({ adaccounts: [{ sub_request_status: 'ERROR', adaccount: { id: 'x', name: 'x' } }] }),
    ],
  ),
  ...faultsAt('verify', `${api}/me`, [
    'an error with status 200 at the first request',
    'transient',
    snapError(200),
  ]),
];
