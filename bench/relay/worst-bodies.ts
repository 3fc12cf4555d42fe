import type { AccountPlaces, Api, Place } from '@patchbay/integration/use';

/** Bytes of a relayed body. */
const most = 4 * 1_048_576;
/** Just below the bounds of bodies: 200,000 names, texts, brackets and commas, and 10,000 accounts and parameters. */
const parts = 199_990;
const parameters = 10_000;

export interface Body {
  readonly name: string;
  /** Made when it is wanted: all of them together are 300 MB. */
  readonly text: () => string;
  /** Default: JSON. */
  readonly type?: string;
}

const form = 'application/x-www-form-urlencoded';
const padded = (index: number, length: number): string => index.toString(36).padStart(length, '0');

/** As many elements as bytes and parts allow, with commas. `partsOfEach` without the comma. */
function filled(element: (index: number) => string, partsOfEach: number, brackets = '[]'): string {
  const longest = Math.max(element(0).length, Buffer.byteLength(element(1_000))) + 1;
  const count = Math.min(Math.floor((parts - 8) / (partsOfEach + 1)), Math.floor((most - 200) / longest));
  const [open = '', close = ''] = brackets.split('');
  return `${open}${Array.from({ length: count }, (_, index) => element(index)).join()}${close}`;
}

const repeated = (text: string, before = '["', after = '"]'): string =>
  `${before}${text.repeat(Math.floor((most - before.length - after.length) / Buffer.byteLength(text)))}${after}`;

const names = (spell: (name: string) => string, length: number): string =>
  filled((index) => `"${spell(padded(index, length))}":0`, 1, '{}');
const escaped = (name: string): string =>
  name
    .split('')
    .map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
    .join('');

/** A name whose eight first characters are the opposite of those 16,384 characters behind. */
const exchanged = (index: number): string => {
  const bits = (index % 256).toString(2).padStart(8, '0');
  const opposite = bits.replaceAll(/./g, (bit) => (bit === '0' ? '1' : '0'));
  return `"${bits}${'x'.repeat(16_376)}${opposite}":0`;
};

/** Many values below a name, below the same name, and so on. */
const nested = (name: string, levels: number, inner: string): string =>
  `${`{"${name}":`.repeat(levels)}${inner}${'}'.repeat(levels)}`;

const mixedCase = (name: string): string =>
  name
    .split('')
    .map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter))
    .join('');

/** The same numbers in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const kinds: readonly ((index: number) => readonly [element: string, parts: number])[] = [
  (index: number) => [`"${padded(index, 12)}"`, 1],
  (index: number) => [`${index}.5e3`, 0],
  () => ['[]', 1],
  (index: number) => [`{"${padded(index, 8)}":null}`, 2],
  (index: number) => [`{"accountId":"${index}","Type_":"x\\n"}`, 6],
  () => [nested('a', 50, '[true]'), 102],
  () => ['"\\u00e9€\\""', 1],
];

/** A list of values of any kind. */
function mixture(seed: number): string {
  const random = createRandom(seed);
  const elements: string[] = [];
  let [left, bytes] = [parts, most - 10];
  for (let index = 0; ; index += 1) {
    const [element, count] = kinds[random(kinds.length)]?.(index) ?? ['0', 0];
    left -= count + 1;
    bytes -= Buffer.byteLength(element) + 1;
    if (left < 0 || bytes < 0) return `[${elements.join()}]`;
    elements.push(element);
  }
}

const formOf = (parameter: (index: number) => string): string => {
  const count = Math.min(parameters, Math.floor(most / (parameter(parameters).length + 1)));
  return Array.from({ length: count }, (_, index) => parameter(index)).join('&');
};

/** Those that are expensive whatever the places of an api are. Made once: they take seconds. */
export const commonBodies: readonly Body[] = [
  { name: 'many names', text: () => names((name) => name, 36) },
  { name: 'many short names', text: () => names((name) => name, 4) },
  { name: 'many names in upper case', text: () => names((name) => name.toUpperCase(), 36) },
  { name: 'many names with underscores', text: () => names((name) => `_${name}`.split('').join('_'), 16) },
  { name: 'many names in brackets', text: () => names((name) => `[${name}]`, 36) },
  { name: 'many escaped names', text: () => names(escaped, 6) },
  { name: 'many names beyond ASCII', text: () => names((name) => `${'É'.repeat(14)}${name}`, 6) },
  { name: 'many names beyond 16 bits', text: () => names((name) => `${'\u{10400}'.repeat(7)}${name}`, 6) },
  { name: 'long names with two characters exchanged', text: () => filled(exchanged, 1, '{}') },
  { name: 'long names with brackets', text: () => filled((i) => `"${'[]'.repeat(30_000)}${i}":0`, 1, '{}') },
  { name: 'an open bracket', text: () => repeated('[', '{"', '":0}') },
  { name: 'many objects of one name each', text: () => filled((index) => `{"${padded(index, 40)}":0}`, 2) },
  { name: 'many objects of the same name', text: () => filled(() => '{"a":0}', 2) },
  { name: 'many lists', text: () => filled(() => '[]', 1) },
  { name: 'long integers', text: () => filled(() => '9'.repeat(20), 0) },
  { name: 'one long integer', text: () => repeated('9', '[', ']') },
  { name: 'decimals', text: () => filled(() => '-1.2345678901e-10', 0) },
  { name: 'many texts', text: () => filled((index) => `"${padded(index, 36)}"`, 1) },
  { name: 'many escaped texts', text: () => filled((index) => `"\\u0061\\n${padded(index, 24)}"`, 1) },
  { name: 'escapes', text: () => repeated('\\u0041') },
  { name: 'escapes beyond ASCII', text: () => repeated('\\u20ac') },
  { name: 'escapes of half pairs', text: () => repeated('\\ud800') },
  { name: 'quotes', text: () => repeated('\\"') },
  { name: 'backslashes', text: () => repeated('\\\\') },
  { name: 'one long text', text: () => repeated('a') },
  { name: 'a text beyond 8 bits', text: () => repeated('€') },
  { name: 'spaces', text: () => repeated(' ', '[', ']') },
  // Names and values that are looked at because a grant has certain accounts: it has the account 1.
  { name: 'many names of accounts', text: () => filled((i) => `"${padded(i, 8)}_account_id":1`, 1, '{}') },
  {
    name: 'many names of something else',
    text: () => filled((i) => `"${padded(i, 8)}_campaign_id":123456`, 1, '{}'),
  },
  { name: 'many labels', text: () => filled(() => '{"field":"account.id","values":[1]}', 8) },
  { name: 'many texts with ids', text: () => filled((i) => `"1, ${padded(i, 20)} eq 1"`, 1) },
  { name: 'zeros in objects', text: () => filled(() => `{"something":"${'0'.repeat(62)}"}`, 3) },
  { name: 'zeros before ids', text: () => filled(() => `{"campaign_id":"${'0'.repeat(55)}1234567"}`, 3) },
  { name: 'digits without an id', text: () => filled(() => `"${'9'.repeat(62)}"`, 1) },
  { name: 'labels of many steps', text: () => filled(() => `{"name":"${'.'.repeat(64)}"}`, 3) },
  {
    name: 'several labels of many steps',
    text: () =>
      filled(
        () => `{${['name', 'type', 'key', 'kind'].map((each) => `"${each}":"${'a.'.repeat(31)}"`).join()}}`,
        13,
      ),
  },
  { name: 'ids behind dashes', text: () => repeated('-amzn1.ads-') },
  { name: 'ids behind brackets', text: () => `["${`id=${'('.repeat(57)}1234567 `.repeat(9_990)}"]` },
  {
    name: 'ids behind names of many steps',
    text: () => `["${`${'a.'.repeat(30)}id=1234567 `.repeat(9_990)}"]`,
  },
  { name: 'ids in resource names', text: () => `["${`${'a/'.repeat(28)}ads/1234567 `.repeat(9_990)}"]` },
  {
    name: 'JSON in many texts',
    text: () => filled((i) => (i < 9_990 ? String.raw`"{\"a\":[{\"account_id\":\"1\"}]}"` : '0'), 1),
  },
  { name: 'levels', text: () => filled(() => nested('a', 60, '0'), 121) },
  { name: 'levels of lists', text: () => filled(() => '['.repeat(60) + ']'.repeat(60), 60) },
  ...Array.from({ length: 4 }, (_, seed) => ({ name: `mixture ${seed}`, text: () => mixture(seed) })),
  {
    name: 'form of many parameters',
    type: form,
    text: () => formOf((index) => `${padded(index, 200)}=${'x'.repeat(200)}`),
  },
  { name: 'form of encoded names', type: form, text: () => formOf((i) => `${'%5F%41'.repeat(60)}${i}=1`) },
  {
    name: 'form of names with brackets',
    type: form,
    text: () => formOf((i) => `a[]${'[x]_.'.repeat(70)}${i}=1`),
  },
  { name: 'form of lists', type: form, text: () => formOf(() => `ids[]=${'+'.repeat(400)}`) },
  { name: 'form of ampersands', type: form, text: () => '&'.repeat(most) },
  { name: 'form of equals signs', type: form, text: () => `a=${'='.repeat(most - 2)}` },
  { name: 'form of pluses', type: form, text: () => `a=${'+'.repeat(most - 2)}` },
  { name: 'form of percent signs', type: form, text: () => `a=${'%41'.repeat((most - 2) / 3)}` },
  { name: 'form of underscores', type: form, text: () => `${'_'.repeat(most - 2)}=1` },
  { name: 'form of brackets', type: form, text: () => `${'[]'.repeat(most / 2 - 2)}=1` },
];

/** A document in which a pointer leads to `inner`. */
function around(steps: readonly string[], inner: (index: number) => string, partsOfEach: number): string {
  const [step, ...rest] = steps;
  if (step === undefined) return inner(0);
  if (step === '**') {
    const below = (index: number): string => around(rest, () => inner(index), partsOfEach);
    return filled(below, partsOfEach + 2 * rest.length);
  }
  const [isAny, name, wanted = ''] = /^\*(?:\[(.+)=(.+)\])?$/.exec(step) ?? [];
  if (isAny === undefined) return `{"${step}":${around(rest, inner, partsOfEach)}}`;
  const beside = name === undefined ? '' : `"${name}":"${wanted}",`;
  return filled(
    (index) => {
      const below = around(rest, () => inner(index), partsOfEach);
      return beside === '' ? below : below.replace('{', `{${beside}`);
    },
    partsOfEach + 2 * rest.length + 4,
  );
}

function bodiesOf(pointer: string): readonly Body[] {
  const steps = pointer.split('/').slice(1);
  const last = steps.findLast((step) => !step.startsWith('*')) ?? 'id';
  const list = `[${'1,'.repeat(parts - 400)}1]`;
  return [
    { name: `${pointer} with one account`, text: () => around(steps, () => '"1"', 1) },
    { name: `${pointer} with accounts`, text: () => around(steps, (index) => `${index % 10_000}`, 0) },
    { name: `${pointer} with commas`, text: () => around(steps, (index) => `"${index % 90},2,3,4,5,6"`, 1) },
    { name: `${pointer} without a text`, text: () => around(steps, () => '[[],null]', 3) },
    { name: `${last} at 60 levels`, text: () => nested(last, 60, list) },
    { name: `spellings of ${last}`, text: () => names((name) => `${mixedCase(last)}_[${name}]`, 6) },
    {
      name: `escaped spellings of ${last}`,
      text: () => names((name) => `${escaped(last).slice(0, 60)}[${name}]`, 4),
    },
    { name: `a long list at ${last}`, text: () => `{"${last}":"${'1,'.repeat(most / 2 - 50)}1"}` },
    { name: `spaces at ${last}`, text: () => `{"${last}":"1${' '.repeat(most - 50)}1"}` },
  ];
}

/** A text that the expression matches. */
function matched({ source }: RegExp): string {
  const text = source
    .replaceAll(String.raw`\b`, '')
    .replaceAll(/\(\?:(.+?)\|.+?\)/g, '$1')
    .replaceAll(/\[\^.+?\]\*|\[1-9\]\\d\*|\\d\+/g, '1')
    .replaceAll(/\|[^)]*|[()\\]/g, '');
  if (!new RegExp(source, 'i').test(text)) throw new Error(`${text} does not match ${source}`);
  return text;
}

function bodiesOfExpression(at: RegExp): readonly Body[] {
  const text = matched(at);
  const half = text.slice(0, Math.ceil(text.length / 2));
  return [
    { name: `${text} in one text`, text: () => repeated(`${text},`) },
    {
      name: `${text} in 190,000 places of one text`,
      text: () => `["${`${text},`.repeat(Math.min(190_000, Math.floor(most / (text.length + 1)) - 2))}"]`,
    },
    { name: `${text} in many texts`, text: () => filled((index) => `"${text}${index % 9_000}"`, 1) },
    {
      name: `${text} in many names`,
      text: () => filled((index) => `"${padded(index, 6)} ${text}":0`, 1, '{}'),
    },
    { name: `${text} in escaped texts`, text: () => filled(() => `"\\n${text}"`, 1) },
    { name: `${half} in one text`, text: () => repeated(half) },
    { name: `${half} in words of one text`, text: () => repeated(`${half} `) },
    {
      name: `${text} in a form`,
      type: form,
      text: () => `a=${`${text},`.repeat(Math.floor(most / (text.length + 1)) - 2)}`,
    },
  ];
}

const pointerOf = (place: Place): string => (typeof place === 'string' ? place : place.at);

/** Those that the places of an api make expensive, and those that its other expressions may. */
export function bodiesOfApi({ account, changedBy = [] }: Api): readonly Body[] {
  const { body = [], anywhere }: AccountPlaces = typeof account === 'function' ? {} : account;
  const pointers = [...body.map(pointerOf), ...changedBy.map(({ at }) => at)];
  return [
    ...pointers.flatMap(bodiesOf),
    ...(anywhere === undefined
      ? []
      : bodiesOfExpression(anywhere instanceof RegExp ? anywhere : anywhere.at)),
    // Parameters whose values some apis look into.
    ...['fields', 'type', 'ids'].flatMap((name) => [
      { name: `${name} of one word`, text: () => `{"${name}":"${'a'.repeat(most - 50)}"}` },
      { name: `${name} of spaces`, text: () => `{"${name}":"a${' '.repeat(most - 50)}"}` },
      { name: `${name} of words`, text: () => `{"${name}":"${'ads,'.repeat(most / 4 - 20)}"}` },
      { name: `${name} that expand`, type: form, text: () => `${name}=${'ads{'.repeat(most / 5 - 20)}` },
    ]),
  ];
}
