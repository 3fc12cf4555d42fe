import { bearerOf, expected, sentObject, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { microsoftError, microsoftFaults } from './microsoft-ads-faults.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const login = 'https://login.microsoftonline.com/common/oauth2/v2.0';
const tokenUrl = `${login}/token`;
const production = 'https://clientcenter.api.bingads.microsoft.com/CustomerManagement/v13';
const sandbox = 'https://clientcenter.api.sandbox.bingads.microsoft.com/CustomerManagement/v13';
const campaign = 'https://campaign.api.bingads.microsoft.com/CampaignManagement/v13';
const reporting = 'https://reporting.api.bingads.microsoft.com/Reporting/v13';
const client = { clientId: 'microsoft-client', clientSecret: 'microsoft-app-secret' };
const developerToken = 'MICROSOFTDEV1';
const scope = 'openid offline_access https://ads.microsoft.com/msads.manage';
const userId = '90210';
const pageSize = 100;

const account = (id: string, name: string, customerId: string) => ({
  Id: id,
  Name: name,
  Number: `F${id}`,
  CurrencyCode: 'EUR',
  ParentCustomerId: customerId,
  AccountLifeCycleStatus: 'Active',
  TimeZone: 'AmsterdamBerlinBernRomeStockholmVienna',
});

/** More than one page: the last account is on the second one. */
const accounts = [
  account('1001', 'Nordlicht Search Ads', '701'),
  account('1002', 'Nordlicht Audience', '702'),
  ...Array.from({ length: 98 }, (_, index) => account(String(2000 + index), `Nordlicht ${index}`, '701')),
  account('3001', 'Nordlicht Late', '702'),
];
const sandboxAccounts = [account('9001', 'Nordlicht Sandbox', '701')];

const user = {
  User: {
    Id: userId,
    UserName: 'ads@nordlicht.example',
    CustomerId: '701',
    Name: { FirstName: 'Kari', LastName: 'Nordmann' },
  },
  // 700: an agency that manages accounts of other customers.
  CustomerRoles: [
    { CustomerId: '701', AccountIds: null, RoleId: 41 },
    { CustomerId: '700', AccountIds: null, RoleId: 41 },
  ],
};

interface Report {
  readonly Scope?: { readonly AccountIds?: readonly (string | number)[] };
}

const isKnown = (id: unknown): boolean => accounts.some(({ Id }) => Id === String(id));

/** What the relay sends to the services that take the account from a header. */
function serviceAnswer(request: SimulatedRequest): SimulatedAnswer {
  const { customeraccountid: accountId } = request.headers;
  if (accountId === undefined) return microsoftError(400, 116);
  if (!isKnown(accountId)) return microsoftError(400, 106);
  const { AccountId, ReportRequest, ReportRequestId } = sentObject(request);
  switch (`${request.method} ${request.url}`) {
    case `POST ${campaign}/Campaigns/QueryByAccountId`:
      return String(AccountId) === accountId
        ? { json: { Campaigns: [{ Id: `4${accountId}`, Name: `Winter ${accountId}`, Status: 'Active' }] } }
        : microsoftError(400, 106);
    case `POST ${reporting}/GenerateReport/Submit`: {
      const ids = (ReportRequest as Report | undefined)?.Scope?.AccountIds ?? [];
      return ids.length > 0 && ids.every(isKnown)
        ? { json: { ReportRequestId: `report-${ids.join('-')}` } }
        : microsoftError(400, 106);
    }
    case `POST ${reporting}/GenerateReport/Poll`: {
      const ReportDownloadUrl = `https://reports.example/${String(ReportRequestId)}.zip`;
      return { json: { ReportRequestStatus: { Status: 'Success', ReportDownloadUrl } } };
    }
    default:
      return unknownPath(request);
  }
}

export function microsoftAds(memory?: GrantMemory): Simulator {
  const grants = createGrants('microsoft', memory);

  const issued = (refreshToken: string): SimulatedAnswer => ({
    json: {
      token_type: 'Bearer',
      scope: 'https://ads.microsoft.com/msads.manage',
      expires_in: 3599,
      access_token: grants.newAccessToken(),
      refresh_token: refreshToken,
    },
  });
  const refused: SimulatedAnswer = {
    status: 400,
    json: { error: 'invalid_grant', error_description: 'AADSTS70000: Simulated.', error_codes: [70_000] },
  };

  const tokenAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    const form = new URLSearchParams(request.body);
    // The scope is sent each time.
    const common = { client_id: client.clientId, client_secret: client.clientSecret, scope };
    if (form.get('grant_type') === 'refresh_token') {
      const refreshToken = form.get('refresh_token') ?? '';
      expected(request, {
        method: 'POST',
        form: { ...common, grant_type: 'refresh_token', refresh_token: (token) => token !== '' },
      });
      return grants.isRefreshToken(refreshToken) ? issued(grants.rotate(refreshToken)) : refused;
    }
    expected(request, {
      method: 'POST',
      form: {
        ...common,
        grant_type: 'authorization_code',
        code: (code) => code !== '',
        redirect_uri: (uri) => uri !== '',
        code_verifier: (verifier) => /^[\w.~-]{43,128}$/.test(verifier),
      },
    });
    return grants.takeCode(form.get('code') ?? '', form.get('redirect_uri'), form.get('code_verifier'))
      ? issued(grants.newRefreshToken())
      : refused;
  };

  const apiAnswer = (request: SimulatedRequest, base: string): SimulatedAnswer => {
    const authorization = request.headers['authorization'] ?? '';
    if (request.headers['developertoken'] !== developerToken) return microsoftError(500, 105);
    if (!grants.isLive(bearerOf(request))) return microsoftError(500, 109);
    if ([campaign, reporting].some((service) => request.url.startsWith(`${service}/`)))
      return serviceAnswer(request);
    const headers = { authorization, developertoken: developerToken };
    if (request.url === `${base}/User/Query`) {
      expected(request, { method: 'POST', headers, json: { UserId: null } });
      return { json: user };
    }
    if (request.url !== `${base}/Accounts/Search`) return unknownPath(request);
    const { PageInfo } = JSON.parse(request.body) as { PageInfo?: { Index?: number } };
    const index = PageInfo?.Index ?? -1;
    expected(request, {
      method: 'POST',
      headers,
      json: {
        Predicates: [{ Field: 'UserId', Operator: 'Equals', Value: userId }],
        Ordering: [{ Field: 'Id', Order: 'Ascending' }],
        PageInfo: { Index: index, Size: pageSize },
      },
    });
    const all = base === sandbox ? sandboxAccounts : accounts;
    return { json: { Accounts: all.slice(index * pageSize, (index + 1) * pageSize) } };
  };

  return {
    provider: 'microsoft_ads',
    addresses: [
      'https://login.microsoftonline.com',
      ...['clientcenter', 'campaign', 'reporting', 'bulk', 'adinsight'].flatMap((host) => [
        `https://${host}.api.bingads.microsoft.com`,
        `https://${host}.api.sandbox.bingads.microsoft.com`,
      ]),
    ],
    installation: { ...client, app: { developerToken } },
    ways: [
      way('the first account', 'Nordlicht Search Ads'),
      way('an account', 'Nordlicht Audience', { accountId: '1002', environment: 'production' }),
      way('an account on the second page', 'Nordlicht Late', { accountId: '3001' }),
      way('the first account of a customer', 'Nordlicht Audience', { customerId: '702' }),
      way('a customer that manages accounts of others', 'Nordlicht Search Ads', { customerId: '700' }),
      way('an account through a customer that manages it', 'Nordlicht Audience', {
        customerId: '700',
        accountId: '1002',
      }),
      way('an account of the sandbox', 'Nordlicht Sandbox', { accountId: '9001', environment: 'sandbox' }),
    ],
    faults: microsoftFaults({
      tokenUrl,
      userUrl: `${production}/User/Query`,
      accountsUrl: `${production}/Accounts/Search`,
    }),
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === `${login}/authorize`)
        return grants.consent(request, {
          pkce: true,
          query: {
            response_type: 'code',
            client_id: client.clientId,
            scope,
            response_mode: 'query',
            prompt: 'select_account',
          },
        });
      if (request.url === tokenUrl) return tokenAnswer(request);
      return apiAnswer(request, request.url.startsWith(sandbox) ? sandbox : production);
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [client.clientSecret, developerToken, ...grants.secrets()],
  };
}
