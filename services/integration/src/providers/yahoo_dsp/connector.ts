import { createHmac, randomUUID } from 'node:crypto';
import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOn, listIn } from '../../connector/account-list.ts';
import { type ProviderAnswer } from '../../connector/classify.ts';
import type {
  Connection,
  Connector,
  ConnectorEnvironment,
  ListedAccount,
} from '../../connector/connector.ts';
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

/** One account; none without an id. */
function* accountIn(
  json: Json,
  type: 'seat' | 'advertiser',
  parentId: string | null,
): Generator<ListedAccount, void> {
  const id = textAt(json, 'id');
  if (id === undefined) return;
  yield {
    id,
    name: textAt(json, 'name') ?? null,
    type,
    currency: textAt(json, 'currency') ?? null,
    timeZone: textAt(json, 'timezone') ?? null,
    status: textAt(json, 'status') ?? null,
    parentId,
    settings:
      type === 'seat' ? { seatId: id } : { advertiserId: id, ...(parentId !== null && { seatId: parentId }) },
  };
}

export function connectYahooDsp(environment: ConnectorEnvironment): Connector {
  const { call, clock } = environment;

  const authorize = ({ credentials }: Connection) => ({
    headers: { 'x-auth-method': 'OAuth2', 'x-auth-token': secretOf(credentials, 'accessToken') },
  });

  const get = (
    name: string,
    query: Readonly<Record<string, string>>,
    connection: Connection,
    signal: AbortSignal,
  ) =>
    call({
      at: 'api',
      url: `${traffic}/${name}`,
      query,
      headers: { ...authorize(connection).headers, 'content-type': 'application/json' },
      signal,
    });

  const seatsOf = async (connection: Connection, signal: AbortSignal) =>
    seatsIn(await get('seats', {}, connection, signal));

  /** Without a seat the provider lists the advertisers of the current one. */
  const advertisersOf = (seatId: string | undefined, connection: Connection, signal: AbortSignal) =>
    itemsOn<number>(async (page = 1) => {
      const query = {
        page: String(page),
        limit: String(pageSize),
        ...(seatId !== undefined && { seatId }),
      };
      const items = listIn(await get('advertisers', query, connection, signal), 'response');
      // Pages are read until one is empty: the page size is undocumented.
      return { items, next: items.length === 0 ? undefined : page + 1 };
    });

  return {
    ...clientCredentials(environment, {
      tokenUrl: 'https://id.b2b.yahooincapis.com/zts/v1/oauth2/token',
      clientAuth: 'form',
      form: (fields) => ({
        scope: 'api-client',
        realm: 'dsp',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: clientAssertion(
          textOf(fields, 'clientId'),
          textOf(fields, 'clientSecret'),
          clock.now(),
        ),
      }),
    }),
    authorize,
    /** The current seat with its advertisers, then the other seats: their advertisers are not listed without a switch. */
    async *listAccounts(connection, signal) {
      const { current, all } = await seatsOf(connection, signal);
      const currentId = textAt(current ?? (all.length === 1 ? all[0] : undefined), 'id');
      const seats = new Map(all.map((seat) => [textAt(seat, 'id') ?? '', seat]));
      const currentSeat = currentId === undefined ? undefined : seats.get(currentId);
      if (currentSeat !== undefined) yield* accountIn(currentSeat, 'seat', null);
      for await (const advertiser of advertisersOf(undefined, connection, signal))
        yield* accountIn(advertiser, 'advertiser', currentId ?? null);
      for (const [id, seat] of seats) if (id !== currentId) yield* accountIn(seat, 'seat', null);
    },
    async verify(connection, signal) {
      const seatId = optionalTextOf(connection.settings, 'seatId');
      const advertiserId = optionalTextOf(connection.settings, 'advertiserId');

      const { current, all } = await seatsOf(connection, signal);
      const seat = await accountAmong(all, (each) => seatId === undefined || textAt(each, 'id') === seatId);
      if (advertiserId === undefined) return { name: textAt(seat, 'name') ?? textAt(seat, 'id') ?? null };

      const otherSeat = seatId === textAt(current, 'id') ? undefined : seatId;
      const advertisers = advertisersOf(otherSeat, connection, signal);
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
