import { invalid } from '@patchbay/errors/failure';
import type { JsonValues } from './json-document.ts';

/**
 * What a name says of the values below it. `account`: they are ids of accounts. `owner`: an account itself, whose `id` is one.
 * `other`: they are something else. `filter`: a list of conditions, each with a label. `whole`: the body, or a wrapper around it, whose
 * `id` is that of what the request is about.
 */
export type Meaning = 'account' | 'owner' | 'other' | 'filter' | 'unknown' | 'whole';

export const isWhole: Meaning = 'whole';

const nouns = 'account|advertiser|partner|customer|business|profile|publisher|network|member|seat';
/** Matches names that end in one of these. It looks back from the end: otherwise every alternative would be tried at every character. */
const endsIn = (ends: string): RegExp => new RegExp(`$(?<=${ends})`);
const accountId = endsIn(`(?:${nouns})(?:e?s)?ids?`);
const owner = endsIn(`(?:${nouns}|businesse)s?`);
const hasNoun = new RegExp(nouns);
const hasNounInAnyCase = new RegExp(nouns, 'i');

/** Conditions, whose label says what the values beside it are. */
const filter = endsIn('(?:filter|filtering|predicate|condition|where|criteria)s?');
const filterOf = /^(.+)filters?$/;

/** Names that every system uses for texts, amounts, sizes and times. */
const plainValue = endsIn(
  `(?:${[
    '(?:name|title|text|description|headline|body|message|comment|note|caption|url|uri|link|href|domain|email|phone|html|script|markup|hash|token|cursor|bookmark|label)s?',
    '(?:amount|micros?|micro(?:dollar|currency)|budget|price|cost|cap|spend|cpm|cpc|cpa|cpv|cpi|roas|rate|ratio|percent|percentage|fee|margin|count|total|limit|offset|size|number|index|position|width|height|length|duration|radius|latitude|longitude|version|priority|weight|score|threshold|quantity|impressions|clicks|conversions|views|frequency|window|interval|goalvalue|bidvalue)',
    '(?:year|month|week|day|hour|minute|second|milli|nano)s?',
    '(?:time|timestamp|date|[sdt]at|timezone|since|until)',
    '(?:max|min|default|base|target|fixed)bid',
    '(?:age(?:max|min)|queryids?)',
    '^(?:q|page|start|end|from|to|startsat|endsat|after|before|lat|lng|max|min|bid|zip|postalcode|numelements|startelement|maxresults|startindex)',
  ].join('|')})`,
);

/** Things that systems number, as in `campaignId`, `ad_group_ids` or `campaigns`. */
const thing = endsIn(
  `(?:${[
    'campaign|campaigngroup|adgroup|adset|adsquad|ad|creative|line|lineitem|insertionorder|order|flight|mediaplan|media|package',
    'asset|image|video|photo|thumbnail|audience|segment|pixel|tag|keyword|placement|adunit|site|page|app|application|deal|product|catalog|catalogue|feed|item',
    'report|reportrequest|template|schedule|run|job|task|operation|execution|file|goal|conversion|event|rule|category|categories|interest|behavior|topic|label',
    'location|geo|region|city|cities|country|countries|dma|metro|zip|language|carrier|device|browser|currency|currencies|dimension|metric|type|column|field',
    'targeting|targetingoption|criterion|option|pin|board|post|list|group|source|channel|exchange|contract|bidlist|offer|request|transaction|story|form|lead|usecase|spec|constant',
  ].join('|')})s?(?:ids?)?`,
);

/** Wrappers, which say nothing of what is in them. */
const wrapper =
  /^(?:\d*|data|attributes|items|elements|list|operations?|create|update|patch|set|requests?|payload|and|or|not|all|any)$/;
/** Names whose meaning is that of what they stand in, or of the label beside them. */
const inner =
  /^(?:values?|in|eq|equals|is|include[sd]?|exclude[sd]?|filtervalues?|filterids?|ids?|key|code|(?:int|string|long)(?:list)?values?)$/;
const id = /^ids?$/;
const keyOf = /^(?:key|code)$/;

/** Members that say what the values beside them are, as in `{ "field": "advertiserId", "values": ["1"] }`. */
const label =
  /^(?:field|fieldname|type|filtertype|entitytype|filterby|kind|dimension|attribute|column|property|operand|name|key)$/;
/** Steps of what a label says that are read, from its end, as in `account.id`: each is looked up. */
const mostSteps = 4;
/** Characters of a label in its longest spelling. */
const longestLabel = 12;
/** Characters of a name that are read: no system has a longer one. */
const longest = 64;

/** Another case, underscores, dashes and dots are the same to systems. */
const compared = (name: string): string =>
  name
    .slice(-longest)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** What a name is by itself. The last four say nothing without what they stand in. */
type Own = Meaning | 'wrapper' | 'id' | 'key' | 'value';

export interface Meanings {
  /** What the values under a name mean, below a name of another meaning and beside a label. */
  readonly of: (name: string, above: Meaning, labelled?: Meaning) => Meaning;
  readonly isLabel: (name: string) => boolean;
  /** Whether a value that has not the shape of an id can be an account under this name. Costs less than the whole meaning. */
  readonly mayHoldAny: (name: string) => boolean;
}

/** Different names that are looked up for one request: each takes some microseconds, and no documented body has a hundred. */
const mostNames = 2_048;

/** Computes a value for each name once. */
function once<Value>(compute: (plain: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const end = name.length > longest ? name.slice(-longest) : name;
    let value = known.get(end);
    if (value === undefined) {
      if (known.size === mostNames)
        throw invalid({
          path: 'body',
          message: `The request has more than ${mostNames} different names: send it in parts.`,
        });
      value = compute(compared(end));
      known.set(end, value);
    }
    return value;
  };
}

/** Says what names mean to one system, for one request. `otherNames` as in `use.ts`. */
export function createMeanings(otherNames: readonly string[] = []): Meanings {
  const others = new Set(otherNames.map(compared));

  const ownMeaning = (plain: string): Own => {
    if (others.has(plain)) return 'other';
    if (wrapper.test(plain)) return 'wrapper';
    if (inner.test(plain)) {
      if (id.test(plain)) return 'id';
      return keyOf.test(plain) ? 'key' : 'value';
    }
    if (accountId.test(plain)) return 'account';
    if (owner.test(plain)) return 'owner';
    if (plainValue.test(plain)) return 'other';
    if (filter.test(plain)) {
      // `campaignIdFilter` and `AdvertiserFilters` say what is in them.
      const what = filterOf.exec(plain)?.[1];
      const meaning = what === undefined ? 'unknown' : ownMeaning(what);
      return meaning === 'account' || meaning === 'owner' || meaning === 'other' ? meaning : 'filter';
    }
    // `accountGroupIds` may hold accounts.
    return thing.test(plain) && !hasNoun.test(plain) ? 'other' : 'unknown';
  };
  const own = once(ownMeaning);

  return {
    isLabel: once((plain) => label.test(plain)),
    mayHoldAny: once(
      (plain) => accountId.test(plain) || owner.test(plain) || inner.test(plain) || wrapper.test(plain),
    ),
    of(name, above, labelled) {
      if (above === 'account') return above;
      const meaning = own(name);
      if (meaning === 'wrapper') return above;
      if (meaning !== 'id' && meaning !== 'key' && meaning !== 'value') return meaning;
      if (labelled !== undefined) return labelled;
      if (meaning === 'id' && above === 'owner') return 'account';
      if (meaning === 'id' && above === 'whole') return 'other';
      return above === 'whole' || (above === 'owner' && meaning === 'key') ? 'unknown' : above;
    },
  };
}

/** The last steps of a text with dots. */
function lastSteps(text: string): readonly string[] {
  let start = text.length;
  for (let steps = 0; steps < mostSteps && start > 0; steps += 1) start = text.lastIndexOf('.', start - 1);
  return text.slice(start + 1).split('.');
}

/**
 * What the values in the object at a place mean by the label beside them. A label may say that they are accounts anywhere, and that they are
 * something else only in a filter: elsewhere a caller could add one that the system ignores.
 */
export function labelledBy(
  values: JsonValues,
  object: number,
  above: Meaning,
  meanings: Meanings,
): Meaning | undefined {
  let said: Meaning | undefined;
  const end = values.nexts[object] ?? 0;
  for (let place = object + 1; place < end; place = values.nexts[place] ?? end) {
    const nameLength = (values.nameEnds[place] ?? 0) - (values.nameStarts[place] ?? 0);
    if (nameLength > longestLabel || !values.isText(place)) continue;
    if (!meanings.isLabel(values.nameAt(place) ?? '')) continue;
    const text = values.textAt(place);
    if (text.length > longest) continue;
    // Most are names that people gave.
    if (above !== 'filter' && !hasNounInAnyCase.test(text)) continue;
    const meaning = lastSteps(text).reduce<Meaning>((before, step) => meanings.of(step, before), 'whole');
    if (meaning === 'account' || meaning === 'owner') return 'account';
    if (meaning === 'other' && above === 'filter') said = 'other';
  }
  return said;
}
