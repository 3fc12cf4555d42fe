import { ended, faultsAt, maintenance, noAccounts, rateLimited, unauthorized } from './common-faults.ts';
import { expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { type Fault, type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

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

/** By error: the reason at the login, and in a call. */
const reasonsOf = {
  NOAUTH: ['refused', 'unauthorized'],
  NOAUTH_DISABLED: ['no_access', 'no_access'],
  NOAUTH_EXPIRED: ['ended', 'ended'],
  UNAUTH: ['refused', 'no_access'],
} as const;

const refusals: readonly Fault[] = Object.entries(reasonsOf).flatMap(([errorId, [atLogin, inCall]]) => [
  ...faultsAt('connect', authUrl, [
    `the login is refused: ${errorId} (200)`,
    { kind: 'permanent', reason: atLogin },
    failed(errorId),
  ]),
  ...faultsAt('verify', memberUrl, [
    `a call is refused: ${errorId} (401)`,
    { kind: 'permanent', reason: inCall },
    failed(errorId, 401),
  ]),
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

export function microsoftMonetize(memory?: GrantMemory): Simulator {
  const grants = createGrants('monetize', memory);
  const fields = { username, password };
  return {
    provider: 'microsoft_monetize',
    addresses: [api],
    installation: {},
    ways: [
      way('the first member', 'Nordlicht Media', {}, fields),
      way('a member', 'Nordlicht Video', { memberId: '9326' }, fields),
    ],
    faults: [
      ...refusals,
      ...faultsAt('verify', userUrl, ['the token has ended', unauthorized, failed('NOAUTH')]),
      ...faultsAt('renew', authUrl, ['the password has expired since', ended, failed('NOAUTH_EXPIRED', 401)]),
      ...faultsAt(
        'verify',
        memberUrl,
        ['the body says NOAUTH, the status 500', unauthorized, failed('NOAUTH', 500)],
        ['no member', noAccounts, { json: { response: { status: 'OK', count: 0, members: [] } } }],
        ['the request is not understood', 'ours', failed('SYNTAX', 500)],
        ['the request breaks a rule', 'ours', failed('INTEGRITY', 500)],
        ['an error without a known name', 'ours', failed('SOMETHING_NEW')],
        ['an error of the system', 'transient', failed('SYSTEM')],
        ['throttled (429)', { ...rateLimited, waitMs: 60_000 }, throttled(429)],
        ['throttled (503)', { ...rateLimited, waitMs: 60_000 }, throttled(503)],
      ),
      ...faultsAt('connect', authUrl, ['too many logins', rateLimited, throttled(429)]),
      ...maintenance(authUrl, 'renew'),
      ...maintenance(memberUrl, 'verify'),
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
