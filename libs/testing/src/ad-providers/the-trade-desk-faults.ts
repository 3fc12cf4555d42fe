import {
  faultsAt,
  maintenance,
  noAccess,
  noAccounts,
  rateLimited,
  refused,
  unauthorized,
} from './common-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

const message = (status: number, headers: Record<string, string> = {}): SimulatedAnswer => ({
  status,
  headers,
  json: { Message: 'Simulated.' },
});

const host = 'https://api.thetradedesk.com';
const loginUrl = `${host}/v3/authentication`;
const queryUrl = `${host}/v3/partner/query`;

/** Failures of the login and of the query of partners. */
export const tradeDeskFaults: readonly Fault[] = [
  ...maintenance(loginUrl, 'connect'),
  ...maintenance(queryUrl, 'verify'),
  ...faultsAt(
    'connect',
    loginUrl,
    ['the login is refused with 400', refused, message(400)],
    ['the login is refused with 401', refused, message(401)],
    ['the login is gone', 'ours', message(410)],
    ['too many logins', { ...rateLimited, waitMs: 20_000 }, message(429, { 'retry-after': '20' })],
    ['a login that answers no token', 'transient', { json: {} }],
  ),
  ...faultsAt(
    'renew',
    loginUrl,
    ['the password was changed', refused, message(401)],
    [
      'too many logins at a renewal, as 503',
      { ...rateLimited, waitMs: 20_000 },
      message(503, { 'retry-after': '20' }),
    ],
  ),
  ...faultsAt(
    'verify',
    queryUrl,
    ['the token is refused', unauthorized, message(401)],
    ['no access', noAccess, message(403)],
    ['no partner', noAccounts, { json: { Result: [], ResultCount: 0, TotalFilteredCount: 0 } }],
    ['no content, as status 240', noAccounts, { status: 240 }],
    ['the query is gone', 'ours', message(410)],
    ['too many requests', { ...rateLimited, waitMs: 30_000 }, message(429, { 'retry-after': '30' })],
    ['too many requests, as 503', { ...rateLimited, waitMs: 30_000 }, message(503, { 'retry-after': '30' })],
    ['a page of another kind', 'transient', { text: '<html>' }],
  ),
];
