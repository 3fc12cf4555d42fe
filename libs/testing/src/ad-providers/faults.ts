import type { Fault, SimulatedAnswer } from './simulator.ts';

/** Answers every request to this address, whatever its query. */
export const at =
  (address: string, answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url === address ? answer : undefined;

/** What may happen at any HTTP server. `api`: the address of a verification's first request. */
export const outages = (api: string): Fault[] => [
  {
    name: 'too many requests, with Retry-After',
    kind: 'transient',
    reason: 'rate_limited',
    shows: 'verify',
    waitMs: 17_000,
    answer: at(api, { status: 429, headers: { 'retry-after': '17' } }),
  },
  { name: 'status 408', kind: 'transient', shows: 'verify', answer: at(api, { status: 408 }) },
  { name: 'status 500', kind: 'transient', shows: 'verify', answer: at(api, { status: 500 }) },
  {
    name: 'a page of a proxy with status 502',
    kind: 'transient',
    shows: 'verify',
    answer: at(api, { status: 502, text: '<html>Bad gateway</html>' }),
  },
  { name: 'status 504', kind: 'transient', shows: 'verify', answer: at(api, { status: 504 }) },
];

/** What RFC 6749 lets a token endpoint answer, with the app's own client. */
export const tokenRefusals = (tokenUrl: string): Fault[] => [
  {
    name: 'the grant is not valid',
    kind: 'permanent',
    shows: 'connect',
    answer: at(tokenUrl, { status: 400, json: { error: 'invalid_grant' } }),
  },
  {
    name: 'the refresh token is not valid any more',
    kind: 'permanent',
    shows: 'renew',
    answer: at(tokenUrl, { status: 400, json: { error: 'invalid_grant' } }),
  },
  {
    name: 'our client is refused',
    kind: 'ours',
    shows: 'connect',
    answer: at(tokenUrl, { status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'our client is refused at a renewal',
    kind: 'ours',
    shows: 'renew',
    answer: at(tokenUrl, { status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'the token endpoint is overloaded',
    kind: 'transient',
    shows: 'renew',
    answer: at(tokenUrl, { status: 400, json: { error: 'temporarily_unavailable' } }),
  },
  {
    name: 'the token endpoint is down',
    kind: 'transient',
    shows: 'connect',
    answer: at(tokenUrl, { status: 503 }),
  },
];
