import { invalid } from '@patchbay/errors/failure';
import { type Json, parseJson } from '@patchbay/outgoing/json';
import { bodyText, formParameters } from './body-text.ts';
import type { Target } from './target.ts';

/** A body as rules read it. `unreadable`: a file that is uploaded, which no rule reads. */
export type ReadBody =
  | { readonly kind: 'none' | 'unreadable' }
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'form'; readonly parameters: Target['parameters'] };

const ambiguous = (message: string) => invalid({ path: 'body', message });

/** Levels of a body that rules read. */
const maxDepth = 64;
/** Names, texts, brackets and commas of a body that rules read: while one is read, the process does nothing else. */
const maxParts = 200_000;

/** Where the string that begins at a quote ends: at its last quote, or at the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** A name as it is compared: names of one object that differ in case alone count as the same, because some providers read them so. */
const comparedName = (literal: string): string =>
  (literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)).toLowerCase();

const isSpace = /\s/;

/**
 * Refuses JSON with too many levels or parts, and with two of one name, before anything is made of it. One pass over the text; what is no
 * JSON is not noticed here.
 */
function demandReadable(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      if (open.length > maxDepth) throw ambiguous(`The body has more than ${maxDepth} levels.`);
    } else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      let next = end + 1;
      while (isSpace.test(text[next] ?? '')) next += 1;
      const names = open.at(-1);
      if (text[next] === ':' && names !== undefined) {
        const literal = text.slice(at, end + 1);
        const name = comparedName(literal);
        if (names.has(name)) throw ambiguous(`The body has the name ${literal.slice(0, 100)} twice.`);
        names.add(name);
      }
      at = end;
    } else if (character !== ',') continue;
    parts += 1;
    if (parts > maxParts) throw ambiguous('The body has too many values: send it in parts.');
  }
}

/** The JSON of a text whose lists and objects are bounded; undefined: it is none. */
export function readJson(text: string): Json | undefined {
  if (/^\s*[{[]/.test(text)) demandReadable(text);
  return parseJson(text);
}

/** Reads a body for a rule: UTF-8 JSON or a form. Anything else is refused, because the provider may read it otherwise. */
export function readBody(bytes: Uint8Array, contentType?: string): ReadBody {
  if (bytes.byteLength === 0) return { kind: 'none' };
  const { form, text } = bodyText(bytes, contentType);
  if (form === 'form') return { kind: 'form', parameters: formParameters(text) };
  const json = readJson(text);
  if (json === undefined) throw ambiguous('The body is not valid JSON.');
  return { kind: 'json', json };
}

/** The values and all values in them. A list or object that is in several of them is walked once. */
export function withInner(values: readonly Json[]): readonly Json[] {
  const found = [...values];
  const walked = new Set<Json>();
  // Goes on to what it adds.
  for (const value of found)
    if (typeof value === 'object' && value !== null && !walked.has(value)) {
      walked.add(value);
      for (const inner of Object.values(value)) found.push(inner);
    }
  return found;
}

/** The same for the spellings of a name that providers take: other case, underscores, the index of a list. */
export function plainName(name: string): string {
  // A bracket that nothing closes would be looked for again from each bracket before it.
  const end = name.lastIndexOf(']') + 1;
  const withoutIndexes = name.slice(0, end).replace(/\[.*?\]/gs, '') + name.slice(end);
  return withoutIndexes.replaceAll('_', '').toLowerCase();
}

const entriesOf = (json: Json): readonly (readonly [name: string, value: Json])[] =>
  typeof json === 'object' && json !== null ? Object.entries(json as Readonly<Record<string, Json>>) : [];

/** The values of an object by plain name. Made once for each object, because rules look for many names. */
const ownNames = new WeakMap<object, ReadonlyMap<string, readonly Json[]>>();

function valuesOfNames(object: object): ReadonlyMap<string, readonly Json[]> {
  const known = ownNames.get(object);
  if (known !== undefined) return known;
  const byName = new Map<string, Json[]>();
  for (const [name, value] of Object.entries(object as Readonly<Record<string, Json>>))
    addTo(byName, plainName(name), value);
  ownNames.set(object, byName);
  return byName;
}

function addTo(byName: Map<string, Json[]>, name: string, value: Json): void {
  const values = byName.get(name);
  if (values === undefined) byName.set(name, [value]);
  else values.push(value);
}

/** What one step of a pointer leads to, from all values that the steps before it have led to. */
function stepBy(step: string): (values: readonly Json[]) => readonly Json[] {
  if (step === '**') return withInner;
  const [isAny, name, wanted = ''] = /^\*(?:\[(.+)=(.+)\])?$/.exec(step) ?? [];
  if (isAny === undefined) {
    const plain = plainName(step);
    const isIndex = /^\d+$/.test(plain);
    return (values) =>
      values.flatMap((json) =>
        typeof json === 'object' && json !== null && (isIndex || !Array.isArray(json))
          ? (valuesOfNames(json).get(plain) ?? [])
          : [],
      );
  }
  const named = name === undefined ? undefined : stepBy(name);
  const isWanted = (value: Json): boolean =>
    typeof value !== 'object' && String(value).toLowerCase() === wanted.toLowerCase();
  return (values) =>
    values.flatMap((json) =>
      entriesOf(json).flatMap(([, element]) =>
        named?.([element]).some(isWanted) === false ? [] : [element],
      ),
    );
}

/** The values of a document by plain name. Made once for each document, because rules look for many names. */
const namedIn = new WeakMap<object, ReadonlyMap<string, readonly Json[]>>();

function valuesByName(json: Json | undefined): ReadonlyMap<string, readonly Json[]> {
  if (typeof json !== 'object' || json === null) return new Map();
  const known = namedIn.get(json);
  if (known !== undefined) return known;
  const byName = new Map<string, Json[]>();
  for (const object of withInner([json]))
    if (typeof object === 'object' && object !== null && !Array.isArray(object))
      for (const [plain, values] of valuesOfNames(object))
        for (const value of values) addTo(byName, plain, value);
  namedIn.set(json, byName);
  return byName;
}

/** The values at a pointer such as `/filters/0/value`; names and stars as in `use.ts`. */
export function valuesAt(json: Json | undefined, pointer: string): readonly Json[] {
  const steps = pointer.split('/').slice(1);
  const [first, name = '', ...rest] = steps;
  const isNameAnywhere = first === '**' && /^[a-z]\w*$/i.test(name);
  const begin = isNameAnywhere ? (valuesByName(json).get(plainName(name)) ?? []) : [json ?? []];
  return (isNameAnywhere ? rest : steps).reduce<readonly Json[]>(
    (values, step) => stepBy(step)(values),
    json === undefined ? [] : begin,
  );
}

/** Every text in a JSON value, names included. */
export const textsIn = (json: Json): readonly string[] =>
  withInner([json]).flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  });

const isText = (value: Json): boolean => typeof value === 'string' || typeof value === 'number';

/** The texts and numbers, and all of them where a list or an object stands in their place. */
export const asTexts = (values: readonly Json[]): readonly string[] =>
  withInner(values).filter(isText).map(String);

/** Lists and objects that were looked through for a text or number. */
const hasInner = new WeakMap<object, boolean>();

/** Whether a value is a text or number, or has one in it. */
export function hasText(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return isText(value);
  const known = hasInner.get(value);
  if (known !== undefined) return known;
  const has = Object.values(value).some(hasText);
  hasInner.set(value, has);
  return has;
}
