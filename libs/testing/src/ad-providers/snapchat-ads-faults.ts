import { failingAt, maintenance } from './common-faults.ts';
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

/** Answers every request to this address or below it. */
const below =
  (address: string, answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url === address || url.startsWith(`${address}/`) ? answer : undefined;

const envelope = (content: object): SimulatedAnswer => ({
  json: { request_status: 'SUCCESS', request_id: 'simulated', ...content },
});

const tokenFaults = (tokenUrl: string): Fault[] => [
  {
    name: 'the refresh token is not valid any more',
    kind: 'permanent',
    reason: 'refused',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_grant' } }),
  },
  {
    name: 'our client is refused',
    kind: 'ours',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_client' } }),
  },
  {
    name: 'the token endpoint asks for patience',
    kind: 'transient',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'temporarily_unavailable' } }),
  },
];

/** API failures in the envelope of the provider, also with status 200, for the whole request or for one element. */
export const snapchatFaults = (tokenUrl: string, api: string): Fault[] => [
  ...tokenFaults(tokenUrl),
  maintenance(tokenUrl, 'renew'),
  maintenance(`${api}/me/organizations`, 'verify'),
  {
    name: 'the token is refused',
    kind: 'permanent',
    reason: 'unauthorized',
    shows: 'verify',
    answer: below(api, snapError(401)),
  },
  {
    name: 'no rights',
    kind: 'permanent',
    reason: 'no_access',
    shows: 'verify',
    answer: below(`${api}/me`, snapError(403)),
  },
  {
    name: 'no organization',
    kind: 'permanent',
    reason: 'no_accounts',
    shows: 'verify',
    answer: failingAt(`${api}/me/organizations`, envelope({ organizations: [] })),
  },
  {
    name: 'no ad account',
    kind: 'permanent',
    reason: 'no_accounts',
    shows: 'verify',
    answer: below(`${api}/organizations`, envelope({ adaccounts: [] })),
  },
  {
    name: 'no rights to the ad accounts of any organization',
    kind: 'permanent',
    reason: 'no_access',
    shows: 'verify',
    answer: below(`${api}/organizations`, snapError(403)),
  },
  {
    name: 'an error with status 200 at the first request',
    kind: 'transient',
    shows: 'verify',
    answer: failingAt(`${api}/me`, snapError(200)),
  },
  {
    name: 'an error with status 200',
    kind: 'transient',
    shows: 'verify',
    answer: failingAt(`${api}/me/organizations`, snapError(200)),
  },
  {
    name: 'an element that failed, with status 200',
    kind: 'transient',
    shows: 'verify',
    answer: below(
      `${api}/organizations`,
      envelope({ adaccounts: [{ sub_request_status: 'ERROR', adaccount: { id: 'x', name: 'x' } }] }),
    ),
  },
  {
    name: 'too many requests',
    kind: 'transient',
    reason: 'rate_limited',
    shows: 'verify',
    waitMs: 5000,
    answer: below(api, snapError(429, { 'retry-after': '5' })),
  },
  { name: 'unavailable', kind: 'transient', shows: 'verify', answer: below(api, snapError(503)) },
  {
    name: 'a page of another kind',
    kind: 'transient',
    shows: 'verify',
    answer: below(api, { text: '<html>' }),
  },
];
