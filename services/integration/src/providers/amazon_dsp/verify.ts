import type { Json } from '@patchbay/outgoing/json';
import { accountAmong, itemsOfAll } from '../../connector/account-list.ts';
import type { Account } from '../../connector/connector.ts';
import { optionalTextOf, type Values } from '../../connector/credentials.ts';
import { ProviderFailure } from '../../connector/failure.ts';
import { textAt } from '../../connector/json-path.ts';

type Filter = Readonly<Record<string, string>>;

export interface Lists {
  readonly profiles: (filter: Filter) => Promise<readonly Json[]>;
  readonly advertisers: (profileId: string, size: number) => AsyncGenerator<Json>;
}

/** Profiles that the login may edit; only if they do not have the one that is looked for, those that it may view. */
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

/** What a DSP entity has; nothing for an agency profile that is none after all. */
async function* ofEntity(items: AsyncIterable<Json>): AsyncGenerator<Json, void> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.reason === 'account_not_found')) throw error;
  }
}

const advertisersOfAll = (lists: Lists): AsyncIterable<Json> =>
  itemsOfAll(agencies(lists), (profile) => ofEntity(lists.advertisers(idOf(profile), pageSize)));

/** The profile itself, once the call for its advertisers has told that it is a DSP entity; one without advertisers is, too. */
async function* asEntity(lists: Lists, profile: Json): AsyncGenerator<Json, void> {
  await lists.advertisers(idOf(profile), 1).next();
  yield profile;
}

const entities = (lists: Lists): AsyncIterable<Json> =>
  itemsOfAll(agencies(lists), (profile) => ofEntity(asEntity(lists, profile)));

/** The profile that the settings name, of any type: whether it is a DSP entity is told by the call for its advertisers. */
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

/** The advertiser or the profile that the settings name, else the first agency profile that is a DSP entity. */
export async function findAccount(settings: Values, lists: Lists): Promise<Account> {
  try {
    return await find(settings, lists);
  } catch (error) {
    if (!(error instanceof ProviderFailure && error.reason === 'no_accounts')) throw error;
    // The host of another region answers with an empty list.
    throw new ProviderFailure('no_accounts', {
      hint: 'Each region has accounts of its own: check the region in the settings.',
      cause: error,
    });
  }
}
