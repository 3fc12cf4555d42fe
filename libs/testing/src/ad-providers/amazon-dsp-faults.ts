import { amazonError, amazonRegions, profilesText } from './amazon-regions.ts';
import {
  accountNotFound,
  failingAt,
  faultsAt,
  maintenance,
  noAccess,
  noAccounts,
  rateLimited,
  refused,
  unauthorized,
} from './common-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

const everywhere = (kind: 'token' | 'api', path: string, answer: SimulatedAnswer): Fault['answer'] => {
  const each = amazonRegions.map((region) => failingAt(`${region[kind]}${path}`, answer));
  return (request) => each.map((fault) => fault(request)).find((found) => found !== undefined);
};
const atToken = (answer: SimulatedAnswer) => everywhere('token', '', answer);
const atProfiles = (answer: SimulatedAnswer) => everywhere('api', '/v2/profiles', answer);
const atAdvertisers = (answer: SimulatedAnswer) => everywhere('api', '/dsp/advertisers', answer);

const tokenFaults: readonly Fault[] = [
  ...faultsAt(
    'renew',
    atToken,
    ['the refresh token is not valid any more', refused, { status: 400, json: { error: 'invalid_grant' } }],
    ['our client is refused later', 'ours', { status: 401, json: { error: 'invalid_client' } }],
    ['the token endpoint fails', 'transient', { status: 503, json: { error: 'ServiceUnavailable' } }],
  ),
  ...faultsAt('connect', atToken, [
    'our client is refused',
    'ours',
    { status: 401, json: { error: 'invalid_client' } },
  ]),
];

const refusals: readonly Fault[] = [
  ...faultsAt(
    'verify',
    atProfiles,
    ['the token, the client id or the scope is refused', unauthorized, amazonError(401, 'UNAUTHORIZED')],
    ['no rights', noAccess, amazonError(403, 'FORBIDDEN')],
    ['the wrong region, which has no profile', { ...noAccounts, hint: 'check the region' }, { json: [] }],
    [
      'the profile is not among them',
      accountNotFound,
      profilesText([{ profileId: '42', type: 'agency', name: 'Another' }]),
    ],
  ),
  ...faultsAt(
    'verify',
    atAdvertisers,
    [
      'the profile is no DSP entity',
      { ...accountNotFound, hint: 'whose type is agency' },
      amazonError(400, 'ENTITY_NOT_SUPPORTED'),
    ],
    ['the profile is closed to the login', noAccess, amazonError(403, 'FORBIDDEN')],
  ),
];

const interruptions: readonly Fault[] = [
  ...faultsAt(
    'verify',
    atProfiles,
    [
      'too many requests',
      { ...rateLimited, waitMs: 12_000 },
      { ...amazonError(429, 'THROTTLED'), headers: { 'retry-after': '12' } },
    ],
    ['a page of another kind', 'transient', { text: '<html>' }],
  ),
  ...faultsAt('verify', atAdvertisers, ['unavailable', 'transient', amazonError(503, 'INTERNAL_ERROR')]),
];

const northAmerica = amazonRegions[0];

/** The ordinary ones show in the region of the first way. */
export const amazonFaults: readonly Fault[] = [
  ...tokenFaults,
  ...refusals,
  ...interruptions,
  ...maintenance(northAmerica.token, 'renew'),
  ...maintenance(`${northAmerica.api}/v2/profiles`, 'verify'),
];
