import type { Json } from '@patchbay/outgoing/json';
import { plainName } from '../relay/body.ts';

/** A request as a provider documents it, about the account `mine`. */
export interface DocumentedRequest {
  readonly api: string;
  readonly line: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly form?: Readonly<Record<string, string>>;
  /** Whether it tells no account, so that it needs a grant for all. */
  readonly needsAll?: true;
}

/** Each folder of a provider has its own in `documented.fixture.ts`. */
export interface Documented {
  readonly mine: string;
  /** Accounts that are not granted. The first is one as the list of accounts has it, the others are further spellings and kinds. */
  readonly others: readonly string[];
  readonly requests: readonly DocumentedRequest[];
  /** The positions that are known to be something else, so that the id of another account in them is allowed. */
  readonly elsewhere: readonly string[];
}

export async function documentedOf(provider: string): Promise<Documented> {
  const { documented } = (await import(`./${provider}/documented.fixture.ts`)) as { documented: Documented };
  return documented;
}

/** A body or a query with one value in another's place, or one value more. */
export interface Variant {
  /** The names and indexes that lead to the position; `+` is an element of a list that was added, or begins a name that was. */
  readonly position: string;
  readonly json: Json;
}

const joined = (position: string, step: string): string => (position === '' ? step : `${position}.${step}`);

/** Names of accounts in the spellings of systems, and one that says nothing. */
export const addedNames: readonly string[] = [
  'sourceAccountId',
  'source_account_ids',
  'Shared-Advertiser-Id',
  'ReadAdvertiserIDs',
  'partner_id',
  'linkedCustomerIds',
  'OwnerBusinessId',
  'target_business_ids',
  'profileId',
  'PublisherIds',
  'network-id',
  'member_ids',
  'buyerSeatId',
  'somethingNew',
];

/** The document with `value` in each position: in the place of each text and number, at the end of each list, under each added name. */
export function* variantsOf(
  json: Json,
  value: Json,
  names: readonly string[],
  position = '',
): Generator<Variant> {
  if (typeof json === 'boolean' || json === null) return;
  if (typeof json !== 'object') {
    // JSON within a text.
    if (typeof json === 'string' && /^[{[]/.test(json))
      for (const inner of variantsOf(JSON.parse(json) as Json, value, names, position))
        yield { ...inner, json: JSON.stringify(inner.json) };
    yield { position, json: value };
    return;
  }
  if (Array.isArray(json)) {
    const list = json as readonly Json[];
    yield { position: joined(position, '+'), json: [...list, value] };
    for (const [at, element] of list.entries())
      for (const inner of variantsOf(element, value, names, joined(position, String(at))))
        yield { ...inner, json: list.with(at, inner.json) };
    return;
  }
  const object = json as Readonly<Record<string, Json>>;
  for (const [name, member] of Object.entries(object))
    for (const inner of variantsOf(member, value, names, joined(position, name)))
      yield { ...inner, json: { ...object, [name]: inner.json } };
  const has = new Set(Object.keys(object).map(plainName));
  // Names are found in lists and objects as beside values: one of them is tried there.
  for (const [at, name] of names.filter((each) => !has.has(plainName(each))).entries())
    for (const added of at === 0 ? [value, [value], { [name]: [value] }] : [value])
      yield { position: joined(position, `+${name}`), json: { ...object, [name]: added } };
}
