import { createHmac } from 'node:crypto';
import { expected, sentObject, UnexpectedRequest, unknownPath } from './expected.ts';
import { createGrants, type GrantMemory } from './grants.ts';
import { type SimulatedAnswer, type SimulatedRequest, type Simulator, way } from './simulator.ts';
import { trafficError, yahooFaults } from './yahoo-dsp-faults.ts';

const yahooAudience = 'https://id.b2b.yahooincapis.com/zts/v1';

const partOf = (part: string): Record<string, unknown> => {
  if (!/^[\w-]+$/.test(part)) throw new UnexpectedRequest('the assertion is not base64url without padding');
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
};

const issuerPrefix = 'idb2b.dsp.dspapi.';

function claimProblems(claims: Record<string, unknown>, used: Set<unknown>): string[] {
  const { aud, iss, sub, iat, exp, jti, ...others } = claims;
  const now = Date.now() / 1000;
  const lifetime = Number(exp) - Number(iat);
  return [
    ...(aud === yahooAudience ? [] : ['aud is not the address that Yahoo documents']),
    ...(String(iss).startsWith(issuerPrefix) && sub === iss ? [] : ['iss or sub is wrong']),
    ...(Number.isInteger(iat) && Math.abs(Number(iat) - now) < 60 ? [] : ['iat is not now, in seconds']),
    ...(Number.isInteger(exp) && lifetime > 0 && lifetime < 3600 ? [] : ['exp is not within the hour']),
    ...(typeof jti === 'string' && jti !== '' && !used.has(jti) ? [] : ['jti is missing or was used']),
    ...Object.keys(others).map((name) => `the claim ${name} is not expected`),
  ];
}

/** Checks client assertions: throws for a malformed one, returns false for another client or secret. */
function createAssertionCheck(clientId: string, secret: string): (assertion: string) => boolean {
  const used = new Set<unknown>();
  return (assertion) => {
    const [header = '', payload = '', signature = '', ...rest] = assertion.split('.');
    const { alg, typ } = partOf(header);
    if (rest.length > 0 || alg !== 'HS256' || typ !== 'JWT')
      throw new UnexpectedRequest('the assertion is no JWT with HS256');
    const claims = partOf(payload);
    const problems = claimProblems(claims, used);
    if (problems.length > 0) throw new UnexpectedRequest(`the assertion: ${problems.join(', ')}`);
    used.add(claims['jti']);
    const signed = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
    return claims['iss'] === `${issuerPrefix}${clientId}` && signed === signature;
  };
}

const tokenUrl = 'https://id.b2b.yahooincapis.com/zts/v1/oauth2/token';
const traffic = 'https://dspapi.admanagerplus.yahoo.com/traffic';
const seatsUrl = `${traffic}/seats`;
const advertisersUrl = `${traffic}/advertisers`;
const clientId = '5f0c4f3e-6a2b-4a52-9d6c-0a8b7b1f2c11';
const clientSecret = 'yahoo-customer-secret';
const fields = { clientId, clientSecret };

const seats = [
  { id: 7001, name: 'Nordlicht Seat', timezone: 'Europe/Berlin', currency: 'EUR' },
  { id: 7002, name: 'Südwind Seat', timezone: 'Europe/Berlin', currency: 'EUR' },
];

/** More than one page for each seat. */
const advertisersOf = (seat: number) =>
  Array.from({ length: 130 }, (_, index) => ({
    id: seat * 1000 + index,
    name: `Advertiser ${index} of ${seat}`,
    status: 'ACTIVE',
    currency: 'EUR',
  }));

function advertisersPage(request: SimulatedRequest, headers: Record<string, string>): SimulatedAnswer {
  const { query } = request;
  const seat = query.get('seatId');
  expected(request, {
    method: 'GET',
    headers,
    query: {
      page: (page) => Number(page) >= 1,
      limit: (limit) => Number(limit) >= 1 && Number(limit) <= 100,
      ...(seat !== null && { seatId: (id: string) => /^\d+$/.test(id) }),
    },
  });
  const limit = Number(query.get('limit'));
  const start = (Number(query.get('page')) - 1) * limit;
  // Without a seat the advertisers of the current one.
  return {
    json: { response: advertisersOf(Number(seat ?? 7001)).slice(start, start + limit), errors: null },
  };
}

const reporting = 'https://api-sched-v3.admanagerplus.yahoo.com';

/** Of the current seat. */
const isKnown = (id: unknown): boolean => advertisersOf(7001).some((each) => String(each.id) === String(id));

/** Requests that callers send: campaigns and reports. */
function relayed(request: SimulatedRequest): SimulatedAnswer {
  const { method, url, query } = request;
  if (request.headers['x-auth-method'] !== 'OAuth2') return trafficError(401);
  switch (`${method} ${url}`) {
    case `GET ${traffic}/campaigns`: {
      const accountId = query.get('accountId');
      if (!isKnown(accountId)) return trafficError(404);
      return {
        json: {
          response: [{ id: 1, name: 'Winter', status: 'ACTIVE', accountId: Number(accountId) }],
          errors: null,
        },
      };
    }
    case `GET ${traffic}/campaigns/1`:
      return { json: { response: { id: 1, name: 'Winter', accountId: 7001003 }, errors: null } };
    case `POST ${reporting}/yamplus_api/extreport`: {
      const { reportOption } = sentObject(request) as { reportOption?: { accountIds?: readonly unknown[] } };
      return (reportOption?.accountIds ?? []).every(isKnown)
        ? { json: { customerReportId: 'r1', status: 'Submitted' } }
        : { status: 401, json: { errorCode: 'E0013', responseCode: 401, message: 'Simulated.' } };
    }
    case `GET ${reporting}/yamplus_api/extreport/r1`:
      return { json: { customerReportId: 'r1', status: 'Success', url: 'https://reports.example/r1.csv' } };
    default:
      return unknownPath(request);
  }
}

export function yahooDsp(memory?: GrantMemory): Simulator {
  const grants = createGrants('yahoo', memory);
  const isSigned = createAssertionCheck(clientId, clientSecret);
  return {
    provider: 'yahoo_dsp',
    addresses: ['https://id.b2b.yahooincapis.com', 'https://dspapi.admanagerplus.yahoo.com', reporting],
    installation: {},
    ways: [
      way('the current seat', 'Nordlicht Seat', {}, fields),
      way('a seat', 'Südwind Seat', { seatId: '7002' }, fields),
      way('an advertiser of the current seat', 'Advertiser 3 of 7001', { advertiserId: '7001003' }, fields),
      way(
        'an advertiser of a seat, on the second page',
        'Advertiser 129 of 7002',
        { seatId: '7002', advertiserId: '7002129' },
        fields,
      ),
    ],
    faults: yahooFaults(tokenUrl, seatsUrl),
    renews: true,
    revokes: false,
    answer(request) {
      if (request.url === tokenUrl) {
        expected(request, {
          method: 'POST',
          form: {
            grant_type: 'client_credentials',
            scope: 'api-client',
            realm: 'dsp',
            client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
            client_assertion: (assertion) => assertion.split('.').length === 3,
          },
        });
        const assertion = new URLSearchParams(request.body).get('client_assertion') ?? '';
        if (!isSigned(assertion)) return { status: 400, json: { error: 'invalid_client' } };
        const access_token = grants.newAccessToken();
        // The lifetime is a text.
        return { json: { access_token, scope: 'api-client', token_type: 'Bearer', expires_in: '600' } };
      }
      const token = request.headers['x-auth-token'] ?? '';
      if (!grants.isLive(token)) return trafficError(401);
      const headers = {
        'x-auth-method': 'OAuth2',
        'x-auth-token': token,
        'content-type': 'application/json',
      };
      if (request.url === advertisersUrl) return advertisersPage(request, headers);
      if (request.url !== seatsUrl) return relayed(request);
      expected(request, { method: 'GET', headers });
      return { json: { response: { currentSeat: seats[0], seatLookups: seats }, errors: null } };
    },
    expireAccessTokens: () => grants.expireAccessTokens(),
    secrets: () => [clientSecret, ...grants.secrets()],
  };
}
