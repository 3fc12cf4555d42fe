import type { Json } from '@patchbay/outgoing/json';
import {
  accountAmong,
  itemsOfAll,
  itemsOn,
  listIn,
  nextOffset,
  visibleItemsOfAll,
} from '../../connector/account-list.ts';
import { authorizationCode, clientIdOf } from '../../connector/authorization-code.ts';
import { bearerAuthorization } from '../../connector/call.ts';
import { type Classify, failureWith } from '../../connector/classify.ts';
import type {
  Account,
  Connection,
  Connector,
  ConnectorEnvironment,
  ListedAccount,
} from '../../connector/connector.ts';
import { optionalTextOf, secretOf, textOf, type Values } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { at, textAt } from '../../connector/json-path.ts';

interface Region {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Profiles of other regions are not listed: the list is empty then. */
  readonly api: string;
}

const regions: Readonly<Record<string, Region>> = {
  NA: {
    authorizeUrl: 'https://www.amazon.com/ap/oa',
    tokenUrl: 'https://api.amazon.com/auth/o2/token',
    api: 'https://advertising-api.amazon.com',
  },
  EU: {
    authorizeUrl: 'https://eu.account.amazon.com/ap/oa',
    tokenUrl: 'https://api.amazon.co.uk/auth/o2/token',
    api: 'https://advertising-api-eu.amazon.com',
  },
  FE: {
    authorizeUrl: 'https://apac.account.amazon.com/ap/oa',
    tokenUrl: 'https://api.amazon.co.jp/auth/o2/token',
    api: 'https://advertising-api-fe.amazon.com',
  },
};

function regionOf(settings: Values): Region {
  const name = textOf(settings, 'region');
  const region = Object.hasOwn(regions, name) ? regions[name] : undefined;
  if (region === undefined) throw new Error(`there is no region ${name}`);
  return region;
}

/** The first region without settings, for the catalogue. */
export const apiOf = ({ region = 'NA' }: Values): string => regionOf({ region }).api;

type Filter = Readonly<Record<string, string>>;

interface Lists {
  readonly profiles: (filter: Filter) => Promise<readonly Json[]>;
  readonly advertisers: (profileId: string, size: number) => AsyncGenerator<Json>;
}

/** First the profiles that the login may edit, then those that it may only view. */
const filters: readonly Filter[] = [{}, { accessLevel: 'view', apiProgram: 'report' }];

const pageSize = 100;

const idOf = (profile: Json): string => textAt(profile, 'profileId') ?? '';

async function* allProfiles({ profiles }: Lists): AsyncGenerator<Json, void> {
  for (const filter of filters) yield* await profiles(filter);
}

/** DSP entities have profiles of type agency. */
async function* agencies(lists: Lists): AsyncGenerator<Json, void> {
  for await (const profile of allProfiles(lists))
    if (textAt(profile, 'accountInfo', 'type') === 'agency') yield profile;
}

/** Each agency once: the profiles to view may have those to edit, too. */
async function* distinctAgencies(lists: Lists): AsyncGenerator<Json, void> {
  const seen = new Set<string>();
  for await (const profile of agencies(lists)) {
    if (seen.has(idOf(profile))) continue;
    seen.add(idOf(profile));
    yield profile;
  }
}

/** The profile of a DSP entity, then its advertisers. */
async function* accountsOf(lists: Lists, profile: Json): AsyncGenerator<ListedAccount, void> {
  const profileId = idOf(profile);
  const advertisers = lists.advertisers(profileId, pageSize);
  // Before the profile: an agency profile that is no DSP entity fails here.
  let next = await advertisers.next();
  yield {
    id: profileId,
    name: textAt(profile, 'accountInfo', 'name') ?? null,
    type: 'agency',
    currency: textAt(profile, 'currencyCode') ?? null,
    timeZone: textAt(profile, 'timezone') ?? null,
    status: null,
    parentId: null,
    settings: { profileId },
  };
  for (; next.done !== true; next = await advertisers.next()) {
    const advertiserId = textAt(next.value, 'advertiserId');
    if (advertiserId === undefined) continue;
    yield {
      id: advertiserId,
      name: textAt(next.value, 'name') ?? null,
      type: 'advertiser',
      currency: textAt(next.value, 'currency') ?? null,
      timeZone: textAt(next.value, 'timezone') ?? null,
      status: null,
      parentId: profileId,
      settings: { advertiserId, profileId },
    };
  }
}

/** The items of a DSP entity; none for an agency profile that is no DSP entity. */
async function* ofEntity(items: AsyncIterable<Json>): AsyncGenerator<Json, void> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.reason === 'account_not_found')) throw error;
  }
}

const advertisersOfAll = (lists: Lists): AsyncIterable<Json> =>
  itemsOfAll(agencies(lists), (profile) => ofEntity(lists.advertisers(idOf(profile), pageSize)));

/** The profile, after a request for its advertisers has shown that it is a DSP entity. One without advertisers is one, too. */
async function* asEntity(lists: Lists, profile: Json): AsyncGenerator<Json, void> {
  await lists.advertisers(idOf(profile), 1).next();
  yield profile;
}

const entities = (lists: Lists): AsyncIterable<Json> =>
  itemsOfAll(agencies(lists), (profile) => ofEntity(asEntity(lists, profile)));

/** The profile in the settings, of any type: the request for its advertisers shows whether it is a DSP entity. */
async function profileNamed(lists: Lists, profileId: string): Promise<Account> {
  const profile = await accountAmong(allProfiles(lists), (each) => idOf(each) === profileId);
  await accountAmong(asEntity(lists, profile), () => true);
  return { name: textAt(profile, 'accountInfo', 'name') ?? profileId };
}

async function find(settings: Values, lists: Lists): Promise<Account> {
  const profileId = optionalTextOf(settings, 'profileId');
  const advertiserId = optionalTextOf(settings, 'advertiserId');
  if (advertiserId !== undefined) {
    if (profileId !== undefined) await accountAmong(allProfiles(lists), (each) => idOf(each) === profileId);
    const advertisers =
      profileId === undefined ? advertisersOfAll(lists) : lists.advertisers(profileId, pageSize);
    const found = await accountAmong(advertisers, (each) => textAt(each, 'advertiserId') === advertiserId);
    return { name: textAt(found, 'name') ?? advertiserId };
  }
  if (profileId !== undefined) return profileNamed(lists, profileId);
  const first = await accountAmong(entities(lists), () => true);
  return { name: textAt(first, 'accountInfo', 'name') ?? idOf(first) };
}

/** The advertiser or the profile in the settings, otherwise the first agency profile that is a DSP entity. */
async function findAccount(settings: Values, lists: Lists): Promise<Account> {
  try {
    return await find(settings, lists);
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.reason === 'no_accounts')) throw error;
    // The host of another region answers with an empty list.
    throw new ProviderFailure('no_accounts', {
      hint: 'Each region has its own accounts: check the region in the settings.',
      cause: error,
    });
  }
}

const dayMs = 86_400_000;

/** A refresh token ends this long after the consent. A renewal returns the same token and extends nothing. */
const consentDays = 365;

/** Sent with several statuses, and in several envelopes. */
export const classifyAmazonDsp: Classify = (answer, endpoint) =>
  endpoint === 'api' && answer.status >= 400 && answer.text.includes('ENTITY_NOT_SUPPORTED')
    ? failureWith('account_not_found', answer, {
        code: 'ENTITY_NOT_SUPPORTED',
        hint: 'The profile has to belong to a DSP entity, whose type is agency.',
      })
    : undefined;

export function connectAmazonDsp(environment: ConnectorEnvironment): Connector {
  const { app, call, clock } = environment;

  const authorize = ({ credentials }: Connection) => {
    const clientId = clientIdOf(environment);
    return {
      headers: {
        authorization: bearerAuthorization(secretOf(credentials, 'accessToken')),
        'amazon-advertising-api-clientid': clientId,
        // The name in the newer documentation.
        'amazon-ads-clientid': clientId,
      },
    };
  };

  const listsOf = (connection: Connection, signal: AbortSignal): Lists => {
    const { api } = regionOf(connection.settings);
    const { headers } = authorize(connection);
    return {
      async profiles(filter) {
        // Without the scope header, which would name one profile.
        const url = `${api}/${app.apiVersion ?? 'v2'}/profiles`;
        return listIn(await call({ at: 'api', url, query: filter, headers, signal }));
      },
      advertisers: (profileId, size) =>
        itemsOn<number>(async (offset = 0) => {
          const answer = await call({
            at: 'api',
            url: `${api}/dsp/advertisers`,
            query: { startIndex: String(offset), count: String(size) },
            headers: { ...headers, 'amazon-advertising-api-scope': profileId },
            signal,
          });
          const items = listIn(answer, 'response');
          const total = at(answer.body, 'totalResults');
          return { items, next: nextOffset(offset, { items, size, total }) };
        }),
    };
  };

  return {
    ...authorizationCode(environment, {
      authorizeUrl: (settings) => regionOf(settings).authorizeUrl,
      tokenUrl: (settings) => regionOf(settings).tokenUrl,
      scope: 'advertising::campaign_management',
      pkce: true,
      clientAuth: 'body',
      // A renewal keeps the end that was set after the consent.
      complete: (credentials) => ({
        ...credentials,
        endsAt: credentials.endsAt ?? new Date(clock.now().getTime() + consentDays * dayMs),
      }),
    }),
    authorize,
    listAccounts(connection, signal) {
      const lists = listsOf(connection, signal);
      return visibleItemsOfAll(distinctAgencies(lists), (profile) => accountsOf(lists, profile));
    },
    verify: async (connection, signal) => findAccount(connection.settings, listsOf(connection, signal)),
  };
}
