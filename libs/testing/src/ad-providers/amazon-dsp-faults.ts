import { amazonError, amazonRegions, profilesText } from './amazon-regions.ts';
import { failingAt, maintenance } from './common-faults.ts';
import type { Fault, SimulatedAnswer } from './simulator.ts';

const everywhere = (kind: 'token' | 'api', path: string, answer: SimulatedAnswer): Fault['answer'] => {
  const each = amazonRegions.map((region) => failingAt(`${region[kind]}${path}`, answer));
  return (request) => each.map((fault) => fault(request)).find((found) => found !== undefined);
};
const atToken = (answer: SimulatedAnswer) => everywhere('token', '', answer);
const atProfiles = (answer: SimulatedAnswer) => everywhere('api', '/v2/profiles', answer);
const atAdvertisers = (answer: SimulatedAnswer) => everywhere('api', '/dsp/advertisers', answer);

const tokenFaults: readonly Fault[] = [
  {
    name: 'the refresh token is not valid any more',
    kind: 'permanent',
    reason: 'refused',
    shows: 'renew',
    answer: atToken({ status: 400, json: { error: 'invalid_grant' } }),
  },
  {
    name: 'our client is refused',
    kind: 'ours',
    shows: 'connect',
    answer: atToken({ status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'our client is refused later',
    kind: 'ours',
    shows: 'renew',
    answer: atToken({ status: 401, json: { error: 'invalid_client' } }),
  },
  {
    name: 'the token endpoint fails',
    kind: 'transient',
    shows: 'renew',
    answer: atToken({ status: 503, json: { error: 'ServiceUnavailable' } }),
  },
];

const refusals: readonly Fault[] = [
  {
    name: 'the token, the client id or the scope is refused',
    kind: 'permanent',
    reason: 'unauthorized',
    shows: 'verify',
    answer: atProfiles(amazonError(401, 'UNAUTHORIZED')),
  },
  {
    name: 'no rights',
    kind: 'permanent',
    reason: 'no_access',
    shows: 'verify',
    answer: atProfiles(amazonError(403, 'FORBIDDEN')),
  },
  {
    name: 'the wrong region, which has no profile',
    kind: 'permanent',
    reason: 'no_accounts',
    hint: 'check the region',
    shows: 'verify',
    answer: atProfiles({ json: [] }),
  },
  {
    name: 'the profile is not among them',
    kind: 'permanent',
    reason: 'account_not_found',
    shows: 'verify',
    answer: atProfiles(profilesText([{ profileId: '42', type: 'agency', name: 'Another' }])),
  },
  {
    name: 'the profile is no DSP entity',
    kind: 'permanent',
    reason: 'account_not_found',
    hint: 'whose type is agency',
    shows: 'verify',
    answer: atAdvertisers(amazonError(400, 'ENTITY_NOT_SUPPORTED')),
  },
  {
    name: 'the profile is closed to the login',
    kind: 'permanent',
    reason: 'no_access',
    shows: 'verify',
    answer: atAdvertisers(amazonError(403, 'FORBIDDEN')),
  },
];

const interruptions: readonly Fault[] = [
  {
    name: 'too many requests',
    kind: 'transient',
    reason: 'rate_limited',
    shows: 'verify',
    waitMs: 12_000,
    answer: atProfiles({ ...amazonError(429, 'THROTTLED'), headers: { 'retry-after': '12' } }),
  },
  {
    name: 'unavailable',
    kind: 'transient',
    shows: 'verify',
    answer: atAdvertisers(amazonError(503, 'INTERNAL_ERROR')),
  },
  {
    name: 'a page of another kind',
    kind: 'transient',
    shows: 'verify',
    answer: atProfiles({ text: '<html>' }),
  },
];

const northAmerica = amazonRegions[0];

/** The ordinary ones show in the region of the first way. */
export const amazonFaults: readonly Fault[] = [
  ...tokenFaults,
  ...refusals,
  ...interruptions,
  maintenance(northAmerica.token, 'renew'),
  maintenance(`${northAmerica.api}/v2/profiles`, 'verify'),
];
