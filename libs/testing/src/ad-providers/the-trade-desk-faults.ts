import { failingAt, maintenance } from './common-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

const message = (status: number, headers: Record<string, string> = {}): SimulatedAnswer => ({
  status,
  headers,
  json: { Message: 'Simulated.' },
});

const host = 'https://api.thetradedesk.com';
const loginUrl = `${host}/v3/authentication`;
const queryUrl = `${host}/v3/partner/query`;
const atLogin = (answer: SimulatedAnswer) => failingAt(loginUrl, answer);
const atQuery = (answer: SimulatedAnswer) => failingAt(queryUrl, answer);

/** Failures of the login and of the query of partners. */
export const tradeDeskFaults: readonly Fault[] = [
  maintenance(loginUrl, 'connect'),
  maintenance(queryUrl, 'verify'),
  {
    name: 'the login is refused with 400',
    kind: 'permanent',
    reason: 'refused',
    shows: 'connect',
    answer: atLogin(message(400)),
  },
  {
    name: 'the login is refused with 401',
    kind: 'permanent',
    reason: 'refused',
    shows: 'connect',
    answer: atLogin(message(401)),
  },
  {
    name: 'the password was changed',
    kind: 'permanent',
    reason: 'refused',
    shows: 'renew',
    answer: atLogin(message(401)),
  },
  { name: 'the login is gone', kind: 'ours', shows: 'connect', answer: atLogin(message(410)) },
  {
    name: 'too many logins at a renewal, as 503',
    kind: 'transient',
    reason: 'rate_limited',
    shows: 'renew',
    waitMs: 20_000,
    answer: atLogin(message(503, { 'retry-after': '20' })),
  },
  {
    name: 'too many logins',
    kind: 'transient',
    reason: 'rate_limited',
    shows: 'connect',
    waitMs: 20_000,
    answer: atLogin(message(429, { 'retry-after': '20' })),
  },
  {
    name: 'a login that answers no token',
    kind: 'transient',
    shows: 'connect',
    answer: atLogin({ json: {} }),
  },
  {
    name: 'the token is refused',
    kind: 'permanent',
    reason: 'unauthorized',
    shows: 'verify',
    answer: atQuery(message(401)),
  },
  {
    name: 'no access',
    kind: 'permanent',
    reason: 'no_access',
    shows: 'verify',
    answer: atQuery(message(403)),
  },
  {
    name: 'no partner',
    kind: 'permanent',
    reason: 'no_accounts',
    shows: 'verify',
    answer: atQuery({ json: { Result: [], ResultCount: 0, TotalFilteredCount: 0 } }),
  },
  {
    name: 'no content, as status 240',
    kind: 'permanent',
    reason: 'no_accounts',
    shows: 'verify',
    answer: atQuery({ status: 240 }),
  },
  { name: 'the query is gone', kind: 'ours', shows: 'verify', answer: atQuery(message(410)) },
  {
    name: 'too many requests',
    kind: 'transient',
    reason: 'rate_limited',
    shows: 'verify',
    waitMs: 30_000,
    answer: atQuery(message(429, { 'retry-after': '30' })),
  },
  {
    name: 'too many requests, as 503',
    kind: 'transient',
    reason: 'rate_limited',
    shows: 'verify',
    waitMs: 30_000,
    answer: atQuery(message(503, { 'retry-after': '30' })),
  },
  {
    name: 'a page of another kind',
    kind: 'transient',
    shows: 'verify',
    answer: atQuery({ text: '<html>' }),
  },
];
