import { failingAt, maintenance } from './common-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

/** The envelope of the traffic API. */
export const trafficError = (
  httpStatusCode: number,
  propertyName?: string,
  status = httpStatusCode,
): SimulatedAnswer => ({
  status,
  json: {
    response: null,
    errors: {
      httpStatusCode,
      message: 'Simulated.',
      validationErrors: propertyName === undefined ? [] : [{ message: 'Simulated.', propertyName }],
    },
    timeStamp: '2026-11-15T00:00:00Z',
  },
});

/** The envelope of the reporting API, whose codes the gateway of the traffic API sends, too. */
const coded = (status: number, errorCode: string): SimulatedAnswer => ({
  status,
  json: { errorCode, responseCode: status, message: 'Simulated.' },
});

interface Named {
  readonly name: string;
  readonly hint?: string;
  readonly reason?: string;
  readonly waitMs?: number;
  readonly answer: SimulatedAnswer;
}

const refusals: readonly Named[] = [
  { name: 'the token is refused', reason: 'unauthorized', answer: trafficError(401) },
  { name: 'the token has expired (E0205)', reason: 'unauthorized', answer: coded(401, 'E0205') },
  {
    name: 'the token has expired (E0205), with status 403',
    reason: 'unauthorized',
    answer: coded(403, 'E0205'),
  },
  {
    name: 'the API is off for the user (E0013)',
    reason: 'no_access',
    hint: 'enabled for API access',
    answer: coded(401, 'E0013'),
  },
  { name: 'no rights', reason: 'no_access', answer: trafficError(403) },
  { name: 'no rights, with status 200', reason: 'no_access', answer: trafficError(403, undefined, 200) },
  {
    name: 'no seat',
    reason: 'no_accounts',
    answer: { json: { response: { currentSeat: null, seatLookups: [] }, errors: null } },
  },
  { name: 'no seat in a bare list', reason: 'no_accounts', answer: { json: { response: [], errors: null } } },
];

const interruptions: readonly Named[] = [
  {
    name: 'too many requests in a minute',
    reason: 'rate_limited',
    waitMs: 60_000,
    answer: trafficError(429, 'GET_PER_MINUTE'),
  },
  {
    name: 'too many requests in a minute, with status 400',
    reason: 'rate_limited',
    waitMs: 60_000,
    answer: trafficError(400, 'GET_PER_MINUTE'),
  },
  {
    name: 'too many requests in an hour',
    reason: 'rate_limited',
    waitMs: 3_600_000,
    answer: trafficError(429, 'PUT_PER_HOUR'),
  },
  {
    name: 'too many requests a day',
    reason: 'rate_limited',
    waitMs: 86_400_000,
    answer: trafficError(429, 'GET_PER_DAY'),
  },
  { name: 'a rate limit (E0200)', reason: 'rate_limited', answer: coded(422, 'E0200') },
  { name: 'a rate limit (E0202)', reason: 'rate_limited', answer: coded(422, 'E0202') },
  { name: 'a quota (E0203)', reason: 'rate_limited', answer: coded(422, 'E0203') },
  { name: 'an internal error (E0101)', answer: coded(500, 'E0101') },
  { name: 'an internal error (E0101), with status 400', answer: coded(400, 'E0101') },
  { name: 'unavailable', answer: trafficError(503) },
  { name: 'a page of another kind', answer: { text: '<html>' } },
];

export const yahooFaults = (tokenUrl: string, seatsUrl: string): Fault[] => [
  {
    name: 'the client is wrong',
    kind: 'permanent',
    reason: 'refused',
    hint: 'without a prefix',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_client', error_description: '…' } }),
  },
  {
    name: 'the client was removed',
    kind: 'permanent',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'our request is not understood',
    kind: 'ours',
    shows: 'connect',
    answer: failingAt(tokenUrl, { status: 400, json: { error: 'invalid_request' } }),
  },
  {
    name: 'the token endpoint fails',
    kind: 'transient',
    shows: 'renew',
    answer: failingAt(tokenUrl, { status: 500, json: { error: 'server_error' } }),
  },
  maintenance(tokenUrl, 'renew'),
  maintenance(seatsUrl, 'verify'),
  ...refusals.map(({ answer, ...named }): Fault => {
    return { ...named, kind: 'permanent', shows: 'verify', answer: failingAt(seatsUrl, answer) };
  }),
  ...interruptions.map(({ answer, ...named }): Fault => {
    return { ...named, kind: 'transient', shows: 'verify', answer: failingAt(seatsUrl, answer) };
  }),
];
