import { randomBytes } from 'node:crypto';
import { faultsAt, maintenance, noAccounts } from './common-faults.ts';
import { bearerOf, expected, UnexpectedRequest, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { metaError, metaFaults } from './meta-ads-faults.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';

const consentPage = 'https://www.facebook.com/v26.0/dialog/oauth';
const graph = 'https://graph.facebook.com/v26.0';
const tokenUrl = `${graph}/oauth/access_token`;
const accountsUrl = `${graph}/me/adaccounts`;
const permissionsUrl = `${graph}/me/permissions`;
const client = { clientId: '1234509876', clientSecret: 'meta-app-secret' };
const fields = 'id,account_id,name,currency,account_status,timezone_name';

const fieldsOfList = `${fields},business{id,name}`;
const scopes = { read: 'ads_read', manage: 'ads_read,ads_management' };

const account = (number: string, name: string) => ({
  id: `act_${number}`,
  account_id: number,
  name,
  currency: 'EUR',
  account_status: 1,
  timezone_name: 'Europe/Oslo',
  business: { id: '3000300030003', name: 'Nordlicht' },
});

/** By cursor. The last page has a cursor, too, but no address of a next page: nobody should ask for it. */
const pages: Readonly<Record<string, { readonly data: readonly object[]; readonly paging: object }>> = {
  '': {
    data: [account('1000100010001', 'Nordlicht Social')],
    paging: { cursors: { after: 'QVFIUpage2' }, next: `${accountsUrl}?after=QVFIUpage2` },
  },
  QVFIUpage2: {
    data: [account('2000200020002', 'Nordlicht Reels')],
    paging: { cursors: { before: 'QVFIUpage2', after: 'QVFIUend' } },
  },
};

/** By ad account. */
const campaigns: Readonly<Record<string, readonly object[]>> = {
  act_1000100010001: [
    { id: '23850000000010001', name: 'Winter', status: 'ACTIVE', daily_budget: '5000' },
    { id: '23850000000010002', name: 'Hiking boots', status: 'ACTIVE', daily_budget: '2500' },
    { id: '23850000000010003', name: 'Summer sale', status: 'PAUSED', daily_budget: '1200' },
  ],
  act_2000200020002: [{ id: '23850000000020001', name: 'Reels', status: 'PAUSED', daily_budget: '900' }],
};

const isAny = () => true;

export function metaAds(memory?: GrantMemory): Simulator {
  const grants = createGrants('meta', memory);
  /** Tokens of a code exchange. They live for hours, so Patchbay has to exchange them first. */
  const shortLived = new Set<string>();

  const tokenAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    const form = new URLSearchParams(request.body);
    const common = { client_id: client.clientId, client_secret: client.clientSecret };
    if (form.has('grant_type')) {
      const token = form.get('fb_exchange_token') ?? '';
      expected(request, {
        method: 'POST',
        form: { ...common, grant_type: 'fb_exchange_token', fb_exchange_token: (value) => value !== '' },
      });
      if (!shortLived.has(token) && !grants.isLive(token)) return metaError(400, 190, { subcode: 463 });
      return {
        json: { access_token: grants.newAccessToken(), token_type: 'bearer', expires_in: 5_183_944 },
      };
    }
    expected(request, {
      method: 'POST',
      form: { ...common, code: (code) => code !== '', redirect_uri: (uri) => uri !== '' },
    });
    if (!grants.takeCode(form.get('code') ?? '', form.get('redirect_uri'), null))
      return metaError(400, 100, { subcode: 36_009 });
    const token = `meta-short-${randomBytes(24).toString('base64url')}`;
    shortLived.add(token);
    return { json: { access_token: token, token_type: 'bearer', expires_in: 5_000 } };
  };

  /** Campaigns and insights of an ad account; insights are also run as a job. */
  const accountAnswer = (request: SimulatedRequest, headers: Record<string, string>): SimulatedAnswer => {
    const [, id = '', edge = ''] = /\/(act_\d+)\/(campaigns|insights)$/.exec(request.url) ?? [];
    const found = campaigns[id];
    if (edge === '') return unknownPath(request);
    if (found === undefined) return metaError(400, 100, { subcode: 33 });
    if (edge === 'campaigns' && request.method === 'POST') {
      expected(request, { method: 'POST', headers, json: { name: 'Autumn', objective: 'OUTCOME_SALES' } });
      return { json: { id: '23850000000030001' } };
    }
    if (edge === 'campaigns') {
      expected(request, { method: 'GET', headers, query: { fields: isAny, limit: isAny } });
      return { json: { data: found, paging: { cursors: { after: 'QVFIUcampaigns' } } } };
    }
    if (request.method === 'POST') {
      expected(request, { method: 'POST', headers, json: { level: 'campaign', fields: ['spend'] } });
      return { json: { report_run_id: '60000000000010001' } };
    }
    expected(request, { method: 'GET', headers, query: { level: isAny, fields: isAny, time_range: isAny } });
    return { json: { data: [{ spend: '12.50', date_start: '2026-11-01', date_stop: '2026-11-07' }] } };
  };

  const apiAnswer = (request: SimulatedRequest): SimulatedAnswer => {
    const authorization = request.headers['authorization'] ?? '';
    const token = bearerOf(request);
    if (shortLived.has(token)) throw new UnexpectedRequest('the short-lived token was not exchanged');
    if (!grants.isLive(token))
      return metaError(request.method === 'DELETE' ? 400 : 401, 190, {
        subcode: grants.isRevoked() ? 458 : 463,
      });
    const headers = { authorization };
    if (request.url === permissionsUrl) {
      expected(request, { method: 'DELETE', headers });
      grants.revoke();
      return { json: { success: true } };
    }
    if (request.url !== accountsUrl) return accountAnswer(request, headers);
    const after = request.query.get('after');
    expected(request, {
      method: 'GET',
      headers,
      query: {
        fields: (sent) => sent === fields || sent === fieldsOfList,
        limit: '100',
        ...(after !== null && { after: (cursor) => cursor in pages }),
      },
    });
    return { json: pages[after ?? ''] };
  };

  return {
    provider: 'meta_ads',
    addresses: ['https://www.facebook.com', 'https://graph.facebook.com'],
    installation: client,
    ways: [
      way('the first ad account', 'Nordlicht Social'),
      way('an ad account on the second page', 'Nordlicht Reels', {
        adAccountId: 'act_2000200020002',
        businessId: '3000300030003',
      }),
    ],
    faults: [
      ...metaFaults({ tokenUrl, accountsUrl }),
      ...maintenance(accountsUrl, 'verify'),
      ...faultsAt('verify', accountsUrl, ['no ad account', noAccounts, { json: { data: [] } }]),
    ],
    renews: true,
    renewsAfterEnd: false,
    revokes: true,
    answer(request) {
      switch (request.url) {
        case consentPage:
          return grants.consent(request, {
            pkce: false,
            query: {
              response_type: 'code',
              client_id: client.clientId,
              scope: request.query.get('scope') === scopes.manage ? scopes.manage : scopes.read,
            },
          });
        case tokenUrl:
          return tokenAnswer(request);
        default:
          return request.url.startsWith(graph) ? apiAnswer(request) : unknownPath(request);
      }
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    isRevoked: () => grants.isRevoked(),
    secrets: () => [client.clientSecret, ...shortLived, ...grants.secrets()],
  };
}
