import { faultAt, faultsAt, type Meaning, maintenance, noAccounts, refused } from './common-faults.ts';
import { expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { type Fault, type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

/** An error has status 200 and a code. */
const tiktokError = (code: number): SimulatedAnswer => ({
  json: { code, message: 'Simulated.', request_id: '20261101simulated', data: {} },
});

interface Addresses {
  readonly tokenUrl: string;
  readonly advertisersUrl: string;
}

const permanent = [
  40_001, 40_101, 40_102, 40_104, 40_105, 40_106, 40_108, 40_110, 40_113, 40_118, 40_119, 40_125, 40_300,
  40_301,
];
const ours = [40_000, 40_002, 40_006, 40_051, 41_001];
const transient = [40_016, 40_100, 40_132, 40_133, 40_202, 40_700, 50_000, 50_002, 51_305, 60_001];
const fiveMinutes = 300_000;

const tiktokFaults = ({ tokenUrl, advertisersUrl }: Addresses): Fault[] => {
  const verify = (code: number, means: Meaning | Fault['kind']): Fault =>
    faultAt('verify', advertisersUrl, [`code ${code}`, means, tiktokError(code)]);
  const connect = (code: number, means: Meaning | Fault['kind']): Fault =>
    faultAt('connect', tokenUrl, [`code ${code}`, means, tiktokError(code)]);
  return [
    ...permanent.map((code) => verify(code, 'permanent')),
    ...ours.map((code) => verify(code, 'ours')),
    ...transient.map((code) => verify(code, { kind: 'transient', waitMs: fiveMinutes })),
    connect(40_110, refused),
    connect(40_102, refused),
    // At the token endpoint these codes are about our app, later about the authorization.
    connect(40_101, 'ours'),
    connect(40_113, 'ours'),
    connect(40_002, 'ours'),
    connect(50_000, 'transient'),
    ...maintenance(advertisersUrl, 'verify'),
    ...faultsAt('connect', tokenUrl, [
      'the token endpoint is down',
      { kind: 'transient', waitMs: fiveMinutes },
      { status: 503 },
    ]),
    ...faultsAt(
      'verify',
      advertisersUrl,
      ['the version is gone', 'ours', { status: 404, text: 'not found' }],
      ['the path has moved', 'ours', { status: 308, headers: { location: '/elsewhere/' } }],
      ['a page with status 200 instead of an answer', 'transient', { text: '<html>Maintenance</html>' }],
      ['no advertiser', noAccounts, { json: { code: 0, message: 'OK', data: { list: [] } } }],
      ['a code that is not in the table', 'ours', tiktokError(49_999)],
    ),
  ];
};

const consentPage = 'https://business-api.tiktok.com/portal/auth';
const production = 'https://business-api.tiktok.com/open_api/v1.3';
const sandbox = 'https://sandbox-ads.tiktok.com/open_api/v1.3';
/** With the trailing slash: without it TikTok answers 308. */
const paths = {
  token: '/oauth2/access_token/',
  advertisers: '/oauth2/advertiser/get/',
  revoke: '/oauth2/revoke_token/',
  info: '/advertiser/info/',
  campaigns: '/campaign/get/',
  newCampaign: '/campaign/create/',
  report: '/report/integrated/get/',
};
const client = { clientId: '7300000000000000001', clientSecret: 'tiktok-app-secret' };
const app = { app_id: client.clientId, secret: client.clientSecret };

/** As text: the ids are numbers beyond 2^53. */
const success = (data: string): SimulatedAnswer => ({
  text: `{"code":0,"message":"OK","request_id":"20261101simulated","data":${data}}`,
});

const advertisers: Readonly<Record<string, string>> = {
  [production]:
    '{"list":[{"advertiser_id":7300000000000000101,"advertiser_name":"Nordlicht Clips"},{"advertiser_id":7300000000000000103,"advertiser_name":"Nordlicht Music"}]}',
  [sandbox]: '{"list":[{"advertiser_id":"7300000000000000105","advertiser_name":"Nordlicht Sandbox"}]}',
};

/** The name and the campaign of each advertiser. */
const owned: Readonly<Record<string, readonly [name: string, campaign: string]>> = {
  '7300000000000000101': ['Nordlicht Clips', 'Winter'],
  '7300000000000000103': ['Nordlicht Music', 'Radio'],
  '7300000000000000105': ['Nordlicht Sandbox', 'Trial'],
};

const infoOf = (id: string): string =>
  `{"advertiser_id":"${id}","name":"${owned[id]?.[0]}","currency":"EUR","timezone":"Europe/Oslo","status":"STATUS_ENABLE","role":"ROLE_ADVERTISER","owner_bc_id":7200000000000000201,"country":"NO"}`;

const isAny = () => true;

export function tiktokAds(memory?: GrantMemory): Simulator {
  const grants = createGrants('tiktok', memory);

  const tokenAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    const { auth_code: code } = JSON.parse(request.body) as { auth_code: string };
    expected(request, { method: 'POST', json: { ...app, auth_code: code } });
    if (!grants.takeCode(code, null, null)) return tiktokError(40_110);
    const token = grants.newAccessToken();
    return success(`{"access_token":"${token}","advertiser_ids":[7300000000000000101],"scope":[4,6]}`);
  };

  const revokeAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    const { access_token: token } = JSON.parse(request.body) as { access_token: string };
    expected(request, { method: 'POST', json: { ...app, access_token: token } });
    if (!grants.isLive(token)) return tiktokError(40_105);
    grants.revoke();
    return success('{}');
  };

  const apiAnswer = (request: SimulatedRequest, base: string, path: string): SimulatedAnswer => {
    const token = request.headers['access-token'] ?? '';
    if (token === '') return tiktokError(40_104);
    if (!grants.isLive(token)) return tiktokError(40_105);
    const headers = { 'access-token': token };
    if (path === paths.advertisers) {
      expected(request, { method: 'GET', headers, query: app });
      return success(advertisers[base] ?? '{"list":[]}');
    }
    if (path === paths.info) {
      expected(request, { method: 'GET', headers, query: { advertiser_ids: isAny, fields: isAny } });
      const ids = JSON.parse(request.query.get('advertiser_ids') ?? '') as string[];
      return ids.every((id) => id in owned)
        ? success(`{"list":[${ids.map(infoOf).join()}]}`)
        : tiktokError(40_001);
    }
    if (path === paths.newCampaign) {
      const { advertiser_id: id, ...campaign } = sentObject(request);
      expected(request, { method: 'POST', headers, json: { advertiser_id: id, ...campaign } });
      return String(id) in owned ? success('{"campaign_id":"1800000000000000009"}') : tiktokError(40_001);
    }
    const parameters = Object.fromEntries([...request.query.keys()].map((name) => [name, isAny]));
    expected(request, { method: 'GET', headers, query: { advertiser_id: isAny, ...parameters } });
    const [, campaign] = owned[request.query.get('advertiser_id') ?? ''] ?? [];
    if (campaign === undefined) return tiktokError(40_001);
    return path === paths.campaigns
      ? success(
          `{"list":[{"campaign_id":"1800000000000000001","campaign_name":"${campaign}","operation_status":"ENABLE"}],"page_info":{"page":1,"total_page":1}}`,
        )
      : success(
          '{"list":[{"dimensions":{"campaign_id":"1800000000000000001"},"metrics":{"spend":"12.50"}}]}',
        );
  };

  return {
    provider: 'tiktok_ads',
    addresses: ['https://business-api.tiktok.com', 'https://sandbox-ads.tiktok.com'],
    installation: client,
    ways: [
      way('the first advertiser', 'Nordlicht Clips'),
      way('an advertiser', 'Nordlicht Music', {
        advertiserId: '7300000000000000103',
        environment: 'production',
      }),
      way('an advertiser of the sandbox', 'Nordlicht Sandbox', {
        advertiserId: '7300000000000000105',
        environment: 'sandbox',
      }),
    ],
    faults: tiktokFaults({
      tokenUrl: `${production}${paths.token}`,
      advertisersUrl: `${production}${paths.advertisers}`,
    }),
    renews: false,
    revokes: true,
    answer(request) {
      if (request.url === consentPage)
        return grants.consent(request, {
          codeParameter: 'auth_code',
          pkce: false,
          query: { app_id: client.clientId },
        });
      const base = [production, sandbox].find((each) => request.url.startsWith(each)) ?? production;
      const path = request.url.slice(base.length);
      if (path === paths.token) return tokenAnswer(request);
      if (path === paths.revoke) return revokeAnswer(request);
      return Object.values(paths).includes(path) ? apiAnswer(request, base, path) : unknownPath(request);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    isRevoked: () => grants.isRevoked(),
    secrets: () => [client.clientSecret, ...grants.secrets()],
  };
}
