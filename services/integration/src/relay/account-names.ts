import { invalid } from '@patchbay/errors/failure';
import type { AccountNames } from '../connector/use.ts';
import { JsonValue } from './json-document.ts';
import { JsonBounds, readJson } from './json-reader.ts';
import { createMeanings, isWhole, labelledBy, type Meaning } from './name-meanings.ts';
import {
  expressionsOf,
  isAlone,
  markPossibleIds,
  mayBeJson,
  mayHaveIdAsName,
  mayHoldIds,
  numberIn,
} from './possible-ids.ts';
import type { Target } from './target.ts';

/** An account that a request names besides the documented places, or a value that could be one. */
export interface NamedAccount {
  readonly id: string;
  /** The path to the value, such as `copy_from.source_account_id`. */
  readonly field: string;
  /** Whether the name says that it is an account; otherwise only its shape does. */
  readonly isNamed: boolean;
}

/** What a request sends, read. */
export interface SentValues {
  readonly parameters: Target['parameters'];
  readonly form?: Target['parameters'];
  readonly json?: JsonValue;
}

/** Ids within longer texts, and values under names of accounts, that are read of one request. */
const maxIds = 10_000;
/** Texts with JSON in them that are read of one request. */
const maxJsonTexts = 1_000;
/** JSON in a text, in which a text may be JSON again. Deeper, its digits are read as those of a text. */
const maxEncodings = 3;
/** Characters before an id in which the name of its comparison is looked for. */
const nearBefore = 64;

/** The parts of a text under a name that means accounts. */
const parts = /[^\s,;|"'()[\]{}]+/g;
/** Words between a name and what it is compared with, as in `id:(values:List(1))`. */
const compares = /^(?:eq|equals|in|is|ne|not|list|values)$/i;

/** Steps of a name within a text that are read, from its end: each is looked up. */
const mostSteps = 4;

const codesIn = (marks: RegExp): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => Number(marks.test(String.fromCharCode(code))));
const [inStep, inWord, between, says] = [/[\w.]/, /[\w.-]/, /[\s"'([:=<>!]/, /[:=<>]/].map(codesIn) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** The name that a text compares with what begins at `end`, as in `partnerId="1"` or `owner eq 1`. Reads a few characters. */
function nameBefore(text: string, end: number): string | undefined {
  const first = Math.max(0, end - nearBefore);
  let isCompared = false;
  let id = '';
  let at = end - 1;
  while (at >= first) {
    const code = text.charCodeAt(at);
    if (inStep[code] === 1) {
      const last = at + 1;
      while (at >= first && inWord[text.charCodeAt(at)] === 1) at -= 1;
      const word = text.slice(at + 1, last);
      if (!compares.test(word)) {
        if (!isCompared) return undefined;
        // In `account:(id:1)` the name is that of the account.
        if (id !== '' || !/^ids?$/i.test(word) || text[at] !== '(') return `${word}${id}`;
        id = `.${word}`;
      }
      isCompared = true;
    } else if (between[code] === 1) {
      isCompared ||= says[code] === 1;
      at -= 1;
    } else break;
  }
  return id === '' ? undefined : id.slice(1);
}

const hasDigit = /\d/;

/** The parts of a parameter's name: `filtering[0][value]` has `filtering`, `0` and `value`. */
const stepsOf = (name: string): readonly string[] => name.split(/[.[\]]+/).filter((step) => step !== '');

/** Collections whose ids are those of other accounts, as in `customers/1/customerClientLinks/2~3`. */
const linksAccounts = /(?:client|manager)(?:link)?s$/i;

/** The collection of an id in a resource name, as in `customers/1/campaigns/2` and `customers/1/adGroupAds/2~3`. */
function collectionBefore(text: string, end: number): string | undefined {
  const first = Math.max(0, end - nearBefore);
  let slash = end - 1;
  while (slash >= first && (text[slash] === '~' || inStep[text.charCodeAt(slash)] === 1)) slash -= 1;
  if (text[slash] !== '/') return undefined;
  let at = slash - 1;
  while (at >= first && inStep[text.charCodeAt(at)] === 1) at -= 1;
  return text.slice(at + 1, slash);
}

interface Found {
  readonly id: string;
  readonly isNamed: boolean;
  readonly steps: string[];
}

function atMost(most: number, what: string): () => void {
  let counted = 0;
  return () => {
    counted += 1;
    if (counted > most)
      throw invalid({
        path: 'body',
        message: `The request has more than ${most} ${what}: send it in parts.`,
      });
  };
}

/** How the values of one JSON text are looked at. */
interface Look {
  /** Of `markPossibleIds`. */
  readonly marks: Uint8Array;
  /** How many texts it is in. */
  readonly encodings: number;
}

/**
 * Looks for accounts that are not granted in everything that a request sends, by the names of values and by their shape. One pass over
 * the values; the time grows with their length alone.
 */
export function createAccountNames({
  shape,
  plain = (id) => id,
  otherNames,
  hasResourceNames,
}: AccountNames) {
  const expressions = expressionsOf(shape);
  const { inText, whole } = expressions;

  return (sent: SentValues, granted: readonly string[]): NamedAccount | undefined => {
    const meanings = createMeanings(otherNames);
    const allowed = new Set(granted.map(plain));
    const countId = atMost(maxIds, 'ids in texts');
    const countAccount = atMost(maxIds, 'values under names of accounts');
    const countJsonText = atMost(maxJsonTexts, 'texts with JSON');
    const jsonBounds = new JsonBounds();
    const isOther = (id: string): boolean => !allowed.has(plain(id));

    const inName = (steps: readonly string[], above: Meaning): Meaning =>
      steps.reduce<Meaning>((meaning, step) => meanings.of(step, meaning), above);

    /** What an id is by its collection: of an account, or of something else. */
    const ofCollection = (collection: string): Meaning => {
      if (linksAccounts.test(collection)) return 'account';
      const meaning = meanings.of(collection, 'whole');
      return meaning === 'account' || meaning === 'owner' ? meaning : 'other';
    };

    const inWords = (text: string, meaning: Meaning): Found | undefined => {
      let isProse: boolean | undefined;
      let compared: string | undefined;
      let end = -1;
      // Not by `matchAll`, which copies the expression for each text.
      inText.lastIndex = 0;
      for (let match = inText.exec(text); match !== null; match = inText.exec(text)) {
        const [id] = match;
        const { index } = match;
        if (!isAlone(text, index)) {
          inText.lastIndex = index + 1;
          continue;
        }
        // Words such as `display` have the shape of some systems' ids.
        if (!hasDigit.test(id) && (isProse ??= /\S\s+\S/.test(text.slice(0, 1_000)))) continue;
        const isNext = end >= 0 && index - end < 8 && /^[\s,"'|]*$/.test(text.slice(end, index));
        if (!isNext) compared = nameBefore(text, index);
        end = index + id.length;
        const collection = hasResourceNames === true ? collectionBefore(text, index) : undefined;
        const said =
          collection === undefined
            ? compared === undefined
              ? meaning
              : inName(stepsOf(compared).slice(-mostSteps), 'whole')
            : ofCollection(collection);
        countId();
        if (said === 'other' || !isOther(id)) continue;
        return { id, isNamed: said === 'account', steps: compared === undefined ? [] : [compared] };
      }
      return undefined;
    };

    const inWhole = (text: string, meaning: Meaning, encodings: number): Found | undefined => {
      if (encodings < maxEncodings && /^\s*[{[]/.test(text) && '}]'.includes(text.trimEnd().at(-1) ?? ' ')) {
        countJsonText();
        // Undefined: braces without JSON, as in `{{campaign.id}}`.
        const json = readJson(Buffer.from(text), jsonBounds);
        if (json !== undefined) return inJson(json, meaning, encodings + 1);
      }
      if (meaning === 'account') {
        if (allowed.has(plain(text))) return undefined;
        for (const [id] of text.matchAll(parts)) {
          countId();
          if (isOther(id)) return { id, isNamed: true, steps: [] };
        }
        return undefined;
      }
      if (meaning === 'other') return undefined;
      const number = numberIn(text);
      if (whole.test(number) || (meaning === 'owner' && /^\d+$/.test(number)))
        return isOther(number) ? { id: number, isNamed: meaning === 'owner', steps: [] } : undefined;
      return inWords(text, meaning);
    };

    const inObject = (
      { all, place: object, end }: JsonValue,
      above: Meaning,
      { marks, encodings }: Look,
    ): Found | undefined => {
      const label = above === 'account' ? undefined : labelledBy(all, object, above, meanings);
      for (let place = object + 1; place < end; place = all.nexts[place] ?? end) {
        const name = all.nameAt(place) ?? '';
        const mark = marks[place] ?? 0;
        if (above !== 'account' && mark === 0 && !all.isContainerAt(place) && !meanings.mayHoldAny(name))
          continue;
        const meaning = meanings.of(name, above, label);
        if (meaning === 'other' && (mark & ~mayHoldIds) === 0 && !all.isContainerAt(place)) continue;
        const isId = (mark & mayHaveIdAsName) > 0 && above !== 'other' && whole.test(name);
        const found =
          inValue(new JsonValue(all, place), meaning, { marks, encodings }) ??
          // Some objects have ids for names.
          (isId && isOther(name) ? { id: name, isNamed: false, steps: [] } : undefined);
        if (found === undefined) continue;
        found.steps.unshift(name);
        return found;
      }
      return undefined;
    };

    const inList = (
      { all, place: list, end }: JsonValue,
      meaning: Meaning,
      look: Look,
    ): Found | undefined => {
      const isAnyText = meaning === 'account' || meaning === 'owner';
      const wanted = meaning === 'other' ? mayBeJson : mayBeJson | mayHoldIds;
      for (let place = list + 1; place < end; place = all.nexts[place] ?? end) {
        if (!isAnyText && ((look.marks[place] ?? 0) & wanted) === 0 && !all.isContainerAt(place)) continue;
        const found = inValue(new JsonValue(all, place), meaning, look);
        if (found !== undefined) return found;
      }
      return undefined;
    };

    const inValue = (value: JsonValue, meaning: Meaning, look: Look): Found | undefined => {
      const { kind } = value;
      if (kind === 'object') return inObject(value, meaning, look);
      if (kind === 'list') return inList(value, meaning, look);
      if (kind !== 'text' && kind !== 'number') return undefined;
      const { text } = value;
      if (meaning === 'account') {
        countAccount();
        if (allowed.has(text)) return undefined;
      }
      if (kind === 'text') return inWhole(text, meaning, look.encodings);
      const number = numberIn(text);
      const isFraction = /[.e]/i.test(number);
      return isFraction && meaning !== 'account' ? undefined : inWhole(number, meaning, look.encodings);
    };

    const inJson = (json: JsonValue, meaning: Meaning, encodings: number): Found | undefined =>
      inValue(json, meaning, { marks: markPossibleIds(json, expressions, countId), encodings });

    const inParameters = (parameters: Target['parameters']): Found | undefined => {
      for (const [name, value] of parameters) {
        const found = inWhole(value, inName(stepsOf(name), 'whole'), 0);
        if (found === undefined) continue;
        found.steps.unshift(name);
        return found;
      }
      return undefined;
    };

    const found =
      inParameters(sent.parameters) ??
      (sent.form === undefined ? undefined : inParameters(sent.form)) ??
      (sent.json === undefined ? undefined : inJson(sent.json, isWhole, 0));
    return found && { id: found.id, isNamed: found.isNamed, field: found.steps.join('.') };
  };
}
