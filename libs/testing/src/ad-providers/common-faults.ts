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

/** A transient fault of any HTTP server. Other statuses like it are classified by the same rule. */
export const maintenance = (address: string, shows: Fault['shows']): Fault =>
  faultAt(
    shows,
    address,
    { name: 'maintenance', kind: 'transient', waitMs: 120_000 },
    { status: 503, headers: { 'retry-after': '120' } },
  );

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
