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

const waiting = (waitMs: number) => ({ ...rateLimited, waitMs });

export const yahooFaults = (tokenUrl: string, seatsUrl: string): Fault[] => [
  ...faultsAt(
    'connect',
    tokenUrl,
    [
      'the client is wrong',
      { ...refused, hint: 'without a prefix' },
      { status: 400, json: { error: 'invalid_client', error_description: '…' } },
    ],
    ['our request is not understood', 'ours', { status: 400, json: { error: 'invalid_request' } }],
  ),
  ...faultsAt(
    'renew',
    tokenUrl,
    ['the client was removed', 'permanent', { status: 401, json: { error: 'invalid_client' } }],
    ['the token endpoint fails', 'transient', { status: 500, json: { error: 'server_error' } }],
  ),
  ...maintenance(tokenUrl, 'renew'),
  ...maintenance(seatsUrl, 'verify'),
  ...faultsAt(
    'verify',
    seatsUrl,
    ['the token is refused', unauthorized, trafficError(401)],
    ['the token has expired (E0205)', unauthorized, coded(401, 'E0205')],
    ['the token has expired (E0205), with status 403', unauthorized, coded(403, 'E0205')],
    [
      'the API is off for the user (E0013)',
      { ...noAccess, hint: 'enabled for API access' },
      coded(401, 'E0013'),
    ],
    ['no rights', noAccess, trafficError(403)],
    ['no rights, with status 200', noAccess, trafficError(403, undefined, 200)],
    ['no seat', noAccounts, { json: { response: { currentSeat: null, seatLookups: [] }, errors: null } }],
    ['no seat in a bare list', noAccounts, { json: { response: [], errors: null } }],
    ['too many requests in a minute', waiting(60_000), trafficError(429, 'GET_PER_MINUTE')],
    ['too many requests in a minute, with status 400', waiting(60_000), trafficError(400, 'GET_PER_MINUTE')],
    ['too many requests in an hour', waiting(3_600_000), trafficError(429, 'PUT_PER_HOUR')],
    ['too many requests a day', waiting(86_400_000), trafficError(429, 'GET_PER_DAY')],
    ['a rate limit (E0200)', rateLimited, coded(422, 'E0200')],
    ['a rate limit (E0202)', rateLimited, coded(422, 'E0202')],
    ['a quota (E0203)', rateLimited, coded(422, 'E0203')],
    ['an internal error (E0101)', 'transient', coded(500, 'E0101')],
    ['an internal error (E0101), with status 400', 'transient', coded(400, 'E0101')],
    ['unavailable', 'transient', trafficError(503)],
    ['a page of another kind', 'transient', { text: '<html>' }],
  ),
];
