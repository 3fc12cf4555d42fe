import { createHmac, randomUUID } from 'node:crypto';
import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOn, listIn } from '../../connector/account-list.ts';
import type { ProviderAnswer } from '../../connector/call.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf, textOf } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, listAt, textAt } from '../../connector/json-path.ts';
import { clientCredentials } from '../../connector/token-login.ts';

/** Never replaced by `endpoints`: the provider compares it with its own address. */
const audience = 'https://id.b2b.yahooincapis.com/zts/v1';

/** Seconds; the provider accepts less than one hour. */
const lifetime = 600;

const partOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT signed with the secret of the customer by HS256, in place of the secret itself (RFC 7523, section 2.2). */
function clientAssertion(clientId: string, clientSecret: string, now: Date): string {
  const client = `idb2b.dsp.dspapi.${clientId}`;
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { aud: audience, iss: client, sub: client, iat, exp: iat + lifetime, jti: randomUUID() };
  const content = `${partOf({ alg: 'HS256', typ: 'JWT' })}.${partOf(claims)}`;
  return `${content}.${createHmac('sha256', clientSecret).update(content).digest('base64url')}`;
}

const traffic = 'https://dspapi.admanagerplus.yahoo.com/traffic';
const pageSize = 100;

/** The current seat, if the answer has it, and all seats: `response` is an object with both, or only the list. */
function seatsIn(answer: ProviderAnswer): {
  readonly current: Json | undefined;
  readonly all: readonly Json[];
} {
  const { body } = answer;
  if (Array.isArray(at(body, 'response'))) return { current: undefined, all: listIn(answer, 'response') };
  const current = at(body, 'response', 'currentSeat') ?? undefined;
  const list =
    current === undefined
      ? listIn(answer, 'response', 'seatLookups')
      : listAt(body, 'response', 'seatLookups');
  return { current, all: [current ?? [], list].flat() };
}

export function connectYahooDsp(environment: ConnectorEnvironment): Connector {
  const { call, now } = environment;
  return {
    ...clientCredentials(environment, {
      tokenUrl: 'https://id.b2b.yahooincapis.com/zts/v1/oauth2/token',
      clientAuth: 'form',
      form: (fields) => ({
        scope: 'api-client',
        realm: 'dsp',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: clientAssertion(textOf(fields, 'clientId'), textOf(fields, 'clientSecret'), now()),
      }),
    }),
    async verify({ settings, credentials }, signal) {
      const headers = {
        'x-auth-method': 'OAuth2',
        'x-auth-token': secretOf(credentials, 'accessToken'),
        'content-type': 'application/json',
      };
      const seatId = optionalTextOf(settings, 'seatId');
      const advertiserId = optionalTextOf(settings, 'advertiserId');

      const { current, all } = seatsIn(await call({ at: 'api', url: `${traffic}/seats`, headers, signal }));
      const seat = await accountAmong(all, (each) => seatId === undefined || textAt(each, 'id') === seatId);
      if (advertiserId === undefined) return { name: textAt(seat, 'name') ?? textAt(seat, 'id') ?? null };

      // Without a seat the provider lists the advertisers of the current one.
      const otherSeat = seatId === textAt(current, 'id') ? undefined : seatId;
      const advertisers = itemsOn<number>(async (page = 1) => {
        const answer = await call({
          at: 'api',
          url: `${traffic}/advertisers`,
          query: {
            page: String(page),
            limit: String(pageSize),
            ...(otherSeat !== undefined && { seatId: otherSeat }),
          },
          headers,
          signal,
        });
        const items = listIn(answer, 'response');
        // Pages are read until one is empty: the page size is undocumented.
        return { items, next: items.length === 0 ? undefined : page + 1 };
      });
      const isWanted = (each: Json): boolean => textAt(each, 'id') === advertiserId;
      const found = await accountAmong(advertisers, isWanted).catch((error: unknown) => {
        // `seatId` as the parameter for the seat is an undocumented assumption. So an advertiser of another seat that is not in
        // the list is accepted and shown by its id.
        const isMissing =
          error instanceof ProviderFailure && ['account_not_found', 'no_accounts'].includes(error.reason);
        if (otherSeat !== undefined && isMissing) return null;
        throw error;
      });
      return { name: textAt(found ?? undefined, 'name') ?? advertiserId };
    },
  };
}
