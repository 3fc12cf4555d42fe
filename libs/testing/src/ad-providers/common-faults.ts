import type { Fault, SimulatedAnswer } from './simulator.ts';

/** Answers requests to this address with any query, and no others. */
export const failingAt =
  (address: string, answer: SimulatedAnswer): Fault['answer'] =>
  ({ url }) =>
    url === address ? answer : undefined;

/** A fault of one address. */
export const faultAt = (
  shows: Fault['shows'],
  address: string,
  fault: Omit<Fault, 'shows' | 'answer'>,
  answer: SimulatedAnswer,
): Fault => ({ ...fault, shows, answer: failingAt(address, answer) });

/** Transient faults of any HTTP server: too many requests, overload, maintenance. */
export const ordinaryFaults = (address: string, shows: Fault['shows']): Fault[] =>
  (
    [
      ['too many requests', { status: 429, headers: { 'retry-after': '30' } }],
      ['the server was too slow', { status: 408 }],
      ['the server fails', { status: 500, text: 'Internal Server Error' }],
      ['the proxy has no server', { status: 502, text: '<html>Bad Gateway</html>' }],
      ['maintenance', { status: 503, headers: { 'retry-after': '120' } }],
      ['the proxy waited too long', { status: 504 }],
    ] as const
  ).map(([name, answer]) => faultAt(shows, address, { name, kind: 'transient' }, answer));

/** The refusals of a token endpoint by RFC 6749, with the client of the app. */
export const tokenRefusals = (tokenUrl: string): Fault[] => [
  {
    name: 'the grant is not valid',
    kind: 'permanent',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_grant' } }),
  },
  {
    name: 'the refresh token is not valid any more',
    kind: 'permanent',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_grant' } }),
  },
  {
    name: 'our client is refused',
    kind: 'ours',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'our client is refused at a renewal',
    kind: 'ours',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'the token endpoint is overloaded',
    kind: 'transient',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'temporarily_unavailable' } }),
  },
  {
    name: 'the token endpoint is down',
    kind: 'transient',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 503 }),
  },
];
