import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOn } from '../../connector/account-list.ts';
import type { ProviderAnswer } from '../../connector/call.ts';
import { clientCredentials } from '../../connector/client-credentials.ts';
import type { Connector, ConnectorEnvironment } from '../../connector/connector.ts';
import { optionalTextOf, secretOf, textOf } from '../../connector/credentials.ts';
import { at, listAt, textAt } from '../../connector/json-path.ts';
import { listIn } from '../../connector/pages.ts';
import { clientAssertion } from './client-assertion.ts';

const traffic = 'https://dspapi.admanagerplus.yahoo.com/traffic';
const pageSize = 100;

/** The current seat, then all: `response` is an object with both, or only the list. */
function seatsIn(answer: ProviderAnswer): readonly Json[] {
  const { body } = answer;
  const current = at(body, 'response', 'currentSeat');
  const all = at(body, 'response', 'seatLookups');
  if (current === undefined && all === undefined) return listIn(answer, 'response');
  return [current ?? [], listAt(body, 'response', 'seatLookups')].flat();
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

      const seats = seatsIn(await call({ at: 'api', url: `${traffic}/seats`, headers, signal }));
      const seat = await accountAmong(seats, (each) => seatId === undefined || textAt(each, 'id') === seatId);
      if (advertiserId === undefined) return { name: textAt(seat, 'name') ?? textAt(seat, 'id') ?? null };

      const advertisers = itemsOn<number>(async (page = 1) => {
        const answer = await call({
          at: 'api',
          url: `${traffic}/advertisers`,
          // Without a seat the provider lists the advertisers of the current one.
          query: { page: String(page), limit: String(pageSize), ...(seatId !== undefined && { seatId }) },
          headers,
          signal,
        });
        const items = listIn(answer, 'response');
        return { items, next: items.length < pageSize ? undefined : page + 1 };
      });
      const found = await accountAmong(advertisers, (each) => textAt(each, 'id') === advertiserId);
      return { name: textAt(found, 'name') ?? advertiserId };
    },
  };
}
