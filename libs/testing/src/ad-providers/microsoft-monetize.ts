import { faultAt, maintenance } from './common-faults.ts';
import { expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import type { Fault, SimulatedAnswer, SimulatedRequest, Simulator } from './simulator.ts';

const api = 'https://api.appnexus.com';
const authUrl = `${api}/auth`;
const userUrl = `${api}/user`;
const memberUrl = `${api}/member`;
const username = 'nordlicht_api';
const password = 'monetize-password';

const members = [
  { id: 9325, name: 'Nordlicht Media', state: 'active', default_currency: 'EUR', timezone: 'CET' },
  { id: 9326, name: 'Nordlicht Video', state: 'active', default_currency: 'NOK', timezone: 'CET' },
];

/** Errors are in the body: the status may be 200. */
const failed = (errorId: string, status = 200): SimulatedAnswer => ({
  status,
  json: { response: { error_id: errorId, error: 'Simulated', dbg_info: {} } },
});

const throttled = (status: number): SimulatedAnswer => ({
  status,
  headers: { 'x-ratelimit-code': '1', 'retry-after': '60' },
  json: { response: { error_id: 'LIMIT', error: 'Simulated' } },
});

const rateLimited = { kind: 'transient', reason: 'rate_limited' } as const;

/** By error: the reason at the login, and in a call. */
const reasonsOf = {
  NOAUTH: ['refused', 'unauthorized'],
  NOAUTH_DISABLED: ['no_access', 'no_access'],
  NOAUTH_EXPIRED: ['ended', 'ended'],
  UNAUTH: ['refused', 'no_access'],
} as const;

const refusals: readonly Fault[] = Object.entries(reasonsOf).flatMap(([errorId, [atLogin, inCall]]) => [
  faultAt(
    'connect',
    authUrl,
    { name: `the login is refused: ${errorId} (200)`, kind: 'permanent', reason: atLogin },
    failed(errorId),
  ),
  faultAt(
    'verify',
    memberUrl,
    { name: `a call is refused: ${errorId} (401)`, kind: 'permanent', reason: inCall },
    failed(errorId, 401),
  ),
]);

const ok = (response: object): SimulatedAnswer => ({ json: { response: { status: 'OK', ...response } } });

/** The services of a member: that of `member_id`, else the first one. A report is ready at once. */
function service(request: SimulatedRequest): SimulatedAnswer {
  const { method, url, query } = request;
  const id = query.get('member_id') ?? '9325';
  if (members.every((member) => String(member.id) !== id)) return failed('UNAUTH', 403);
  switch (`${method} ${url}`) {
    case `GET ${api}/publisher`:
      return ok({
        count: 1,
        publishers: [{ id: Number(id) * 10, name: `Publisher of ${id}`, state: 'active' }],
      });
    case `POST ${api}/report`:
      return Object.hasOwn(sentObject(request), 'report')
        ? ok({ report_id: `report-${id}` })
        : failed('SYNTAX', 400);
    case `GET ${api}/report`:
      return query.get('id') === `report-${id}` ? ok({ execution_status: 'ready' }) : failed('SYNTAX', 404);
    case `GET ${api}/report-download`:
      return query.get('id') === `report-${id}`
        ? { headers: { 'content-type': 'text/csv' }, text: 'day,imps\n2026-11-01,7\n' }
        : failed('SYNTAX', 404);
    default:
      return unknownPath(request);
  }
}

const atMember = (fault: Omit<Fault, 'shows' | 'answer'>, answer: SimulatedAnswer): Fault =>
  faultAt('verify', memberUrl, fault, answer);

export function microsoftMonetize(memory?: GrantMemory): Simulator {
  const grants = createGrants('monetize', memory);
  const fields = { username, password };
  return {
    provider: 'microsoft_monetize',
    addresses: [api],
    installation: {},
    ways: [
      { name: 'the first member', fields, settings: {}, account: 'Nordlicht Media' },
      { name: 'a member', fields, settings: { memberId: '9326' }, account: 'Nordlicht Video' },
    ],
    faults: [
      ...refusals,
      faultAt(
        'verify',
        userUrl,
        { name: 'the token has ended', kind: 'permanent', reason: 'unauthorized' },
        failed('NOAUTH'),
      ),
      faultAt(
        'renew',
        authUrl,
        { name: 'the password has expired since', kind: 'permanent', reason: 'ended' },
        failed('NOAUTH_EXPIRED', 401),
      ),
      atMember(
        { name: 'the body says NOAUTH, the status 500', kind: 'permanent', reason: 'unauthorized' },
        failed('NOAUTH', 500),
      ),
      atMember(
        { name: 'no member', kind: 'permanent', reason: 'no_accounts' },
        { json: { response: { status: 'OK', count: 0, members: [] } } },
      ),
      atMember({ name: 'the request is not understood', kind: 'ours' }, failed('SYNTAX', 500)),
      atMember({ name: 'the request breaks a rule', kind: 'ours' }, failed('INTEGRITY', 500)),
      atMember({ name: 'an error without a known name', kind: 'ours' }, failed('SOMETHING_NEW')),
      atMember({ name: 'an error of the system', kind: 'transient' }, failed('SYSTEM')),
      atMember({ name: 'throttled (429)', ...rateLimited, waitMs: 60_000 }, throttled(429)),
      atMember({ name: 'throttled (503)', ...rateLimited, waitMs: 60_000 }, throttled(503)),
      faultAt('connect', authUrl, { name: 'too many logins', ...rateLimited }, throttled(429)),
      maintenance(authUrl, 'renew'),
      maintenance(memberUrl, 'verify'),
    ],
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === authUrl) {
        const auth = (sentObject(request)['auth'] ?? {}) as Readonly<Record<string, unknown>>;
        expected(request, {
          method: 'POST',
          json: { auth: { username: auth['username'], password: auth['password'] } },
        });
        return auth['username'] === username && auth['password'] === password
          ? { json: { response: { status: 'OK', token: grants.newAccessToken(), dbg_info: {} } } }
          : failed('NOAUTH');
      }
      const authorization = request.headers['authorization'] ?? '';
      if (request.url !== userUrl && request.url !== memberUrl)
        return grants.isLive(authorization) ? service(request) : failed('NOAUTH', 401);
      expected(request, {
        method: 'GET',
        // The token alone, without a scheme.
        headers: { authorization: (value) => !value.includes(' ') },
        query: request.url === userUrl ? { current: '' } : {},
      });
      if (!grants.isLive(authorization)) return failed('NOAUTH', 401);
      return request.url === userUrl
        ? ok({ user: { id: 51, username, state: 'active' } })
        : ok({ count: members.length, members });
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [password, ...grants.secrets()],
  };
}
