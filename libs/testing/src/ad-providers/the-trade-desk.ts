import { expected, sentObject, UnexpectedRequest, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory, type Grants } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';
import { tradeDeskFaults } from './the-trade-desk-faults.ts';

const production = 'https://api.thetradedesk.com';
const sandbox = 'https://ext-api.sb.thetradedesk.com';
const login = 'ttd_api_nordlicht';
const password = 'ttd-api-password';
const apiToken = 'ttd-long-lived-token';

interface Partner {
  readonly PartnerId: string;
  readonly PartnerName: string;
}

const partners: Readonly<Record<string, readonly Partner[]>> = {
  [production]: [
    { PartnerId: 'nordlicht', PartnerName: 'Nordlicht Media' },
    { PartnerId: 'suedwind', PartnerName: 'Südwind Media' },
  ],
  [sandbox]: [{ PartnerId: 'sandkasten', PartnerName: 'Nordlicht Sandbox' }],
};

/** More than one page. */
const advertisersOf = ({ PartnerId }: Partner) =>
  Array.from({ length: 120 }, (_, index) => ({
    AdvertiserId: `${PartnerId}${index}`,
    AdvertiserName: `Advertiser ${index} of ${PartnerId}`,
    CurrencyCode: 'EUR',
    Availability: 'Available',
    PartnerId,
  }));

const forbidden = { status: 403, json: { Message: 'Forbidden.' } };

/** Requests that callers send: campaigns, reports and the advertiser itself. */
function relayed(
  path: string,
  request: SimulatedRequest,
  isKnown: (id: unknown) => boolean,
): SimulatedAnswer | undefined {
  const result = (...Result: object[]) => ({ json: { Result, TotalFilteredCount: Result.length } });
  const id = /^\/v3\/advertiser\/(\w+)$/.exec(path)?.[1];
  if (request.method === 'GET' && id !== undefined)
    return isKnown(id) ? { json: { AdvertiserId: id } } : forbidden;
  if (request.method !== 'POST') return undefined;
  const { AdvertiserId, AdvertiserIds, AdvertiserFilters, PageSize } = sentObject(request);
  const asked = [AdvertiserId, AdvertiserIds, AdvertiserFilters].flat().filter((each) => each !== undefined);
  const answers: Readonly<Record<string, () => SimulatedAnswer>> = {
    '/v3/campaign/query/advertiser': () =>
      result({
        CampaignId: `c-${asked.map(String)[0] ?? ''}`,
        CampaignName: 'Winter',
        Availability: 'Available',
      }),
    '/v3/myreports/reportexecution/query/advertisers': () =>
      result({
        ReportExecutionState: 'Complete',
        ReportDeliveries: [{ DownloadURL: `${production}${path}` }],
      }),
    '/v3/myreports/reportschedule': () => ({ json: { ReportScheduleId: 4711 } }),
  };
  const answer = answers[path];
  if (answer === undefined) return undefined;
  if (path.includes('/query/') && (asked.length === 0 || PageSize === undefined))
    return { status: 400, json: { Message: 'The request failed validation.' } };
  return asked.every(isKnown) ? answer() : forbidden;
}

const fields = { login, password };

interface PagePart {
  readonly PageStartIndex?: number;
  readonly PageSize?: number;
}

/** A page: `PageStartIndex` counts elements, not pages. */
function page(request: SimulatedRequest, list: readonly object[], named: object): SimulatedAnswer {
  const { PageStartIndex, PageSize } = JSON.parse(request.body) as PagePart;
  expected(request, {
    method: 'POST',
    headers: { 'ttd-auth': (token) => token !== '' },
    json: { ...named, PageStartIndex, PageSize },
  });
  if (!Number.isInteger(PageStartIndex) || !Number.isInteger(PageSize) || Number(PageSize) > 100)
    throw new UnexpectedRequest(`${request.url}: the page is not described`);
  const start = Number(PageStartIndex);
  return {
    json: {
      Result: list.slice(start, start + Number(PageSize)),
      ResultCount: list.length,
      TotalFilteredCount: list.length,
      TotalUnfilteredCount: list.length,
    },
  };
}

function logIn(request: SimulatedRequest, grants: Grants): SimulatedAnswer {
  const { Login, Password } = JSON.parse(request.body) as { Login: string; Password: string };
  expected(request, { method: 'POST', json: { Login, Password, TokenExpirationInMinutes: 1440 } });
  return Login === login && Password === password
    ? { json: { Token: grants.newAccessToken() } }
    : { status: 401, json: { Message: 'Invalid login or password.' } };
}

export function theTradeDesk(memory?: GrantMemory): Simulator {
  // A token of one environment does not work in the other.
  const grants = {
    [production]: createGrants('ttd', memory),
    [sandbox]: createGrants('ttd-sandbox', memory),
  };
  return {
    provider: 'the_trade_desk',
    addresses: [production, sandbox],
    installation: {},
    ways: [
      way('a login', 'Nordlicht Media', {}, fields),
      way('a token', 'Nordlicht Media', {}, { apiToken }),
      way('a partner', 'Südwind Media', { partnerId: 'suedwind' }, fields),
      way(
        'an advertiser of a partner, on the second page',
        'Advertiser 119 of suedwind',
        { partnerId: 'suedwind', advertiserId: 'suedwind119' },
        { apiToken },
      ),
      way('an advertiser of any partner', 'Advertiser 7 of suedwind', { advertiserId: 'suedwind7' }, fields),
      way('the sandbox', 'Nordlicht Sandbox', { environment: 'sandbox' }, fields),
    ],
    faults: tradeDeskFaults,
    renews: true,
    revokes: false,
    answer(request) {
      const host = request.url.startsWith(`${sandbox}/`) ? sandbox : production;
      const path = request.url.slice(host.length);
      if (path === '/v3/authentication') return logIn(request, grants[host]);
      const token = request.headers['ttd-auth'] ?? '';
      if (!grants[host].isLive(token) && !(host === production && token === apiToken))
        return { status: 401, json: { Message: 'The token is invalid or has expired.' } };
      if (path === '/v3/partner/query') return page(request, partners[host] ?? [], {});
      if (path !== '/v3/advertiser/query/partner') {
        if (request.headers['authorization'] !== undefined)
          throw new UnexpectedRequest(`${request.url}: Authorization is sent besides TTD-Auth`);
        const known = (partners[host] ?? []).flatMap(advertisersOf).map(({ AdvertiserId }) => AdvertiserId);
        return relayed(path, request, (id) => known.some((each) => each === id)) ?? unknownPath(request);
      }
      const { PartnerId } = JSON.parse(request.body) as { PartnerId: string };
      const partner = partners[host]?.find((candidate) => candidate.PartnerId === PartnerId);
      // The same answer for a partner that does not exist and for one without access.
      if (partner === undefined) return forbidden;
      return page(request, advertisersOf(partner), { PartnerId });
    },
    expireAccessTokens() {
      for (const each of Object.values(grants)) each.expireAccessTokens();
    },
    secrets: () => [password, apiToken, ...Object.values(grants).flatMap((each) => each.secrets())],
  };
}
