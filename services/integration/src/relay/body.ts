import { invalid } from '@patchbay/errors/failure';
import { type Json, parseJson } from '@patchbay/outgoing/json';
import { parametersOf, type Target } from './target.ts';

/** A body as rules read it. `unreadable`: neither JSON nor a form, or JSON that says to be a form. */
export type ReadBody =
  | { readonly kind: 'none' | 'unreadable' }
  | { readonly kind: 'json'; readonly json: Json }
  | { readonly kind: 'form'; readonly parameters: Target['parameters'] };

const ambiguous = (message: string) => invalid({ path: 'body', message });

/** Levels of a body that rules read. */
const maxDepth = 500;
/** Names, brackets and commas of a body that rules read: while one is read, the process does nothing else. */
const maxParts = 200_000;

/** Names of one object that differ in case alone count as the same: some providers read them so. */
function demandSingleNames(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let parts = 0;
  // A string with what follows it (a colon: it is a name), a bracket, a brace or a comma.
  for (const [, literal, colon, bracket] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|([{}[\],])/gs)) {
    parts += 1;
    if (parts > maxParts) throw ambiguous('The body has too many values: send it in parts.');
    if (open.length > maxDepth) throw ambiguous(`The body has more than ${maxDepth} levels.`);
    if (bracket === '{') open.push(new Set());
    else if (bracket === '[') open.push(undefined);
    else if (bracket === ',') continue;
    else if (bracket !== undefined) open.pop();
    else if (colon !== undefined && literal !== undefined) {
      const name = (
        literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1)
      ).toLowerCase();
      const names = open.at(-1);
      if (names?.has(name)) throw ambiguous(`The body has the name ${literal.slice(0, 100)} twice.`);
      names?.add(name);
    }
  }
}

/** Reads a body for a rule. Two of one JSON name are refused: the provider may take the other one. */
export function readBody(bytes: Uint8Array, contentType = ''): ReadBody {
  if (bytes.byteLength === 0) return { kind: 'none' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { kind: 'unreadable' };
  }
  const json = parseJson(text);
  const type = contentType.trim().toLowerCase();
  // `{"a":"&method=delete"}` is JSON, and a form with the parameter `method`.
  if (/^(application\/x-www-form-urlencoded|multipart\/)/.test(type))
    return json === undefined && type.startsWith('application')
      ? { kind: 'form', parameters: parametersOf(text) }
      : { kind: 'unreadable' };
  if (json === undefined) return { kind: 'unreadable' };
  demandSingleNames(text);
  return { kind: 'json', json };
}

/** The value and all values in it. */
export function withInner(json: Json): readonly Json[] {
  const found = [json];
  // Goes on to what it adds.
  for (const value of found)
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) found.push(inner);
  return found;
}

/** The same for the spellings of a name that providers take: other case, underscores, the index of a list. */
export const plainName = (name: string): string => name.replace(/_|\[.*?\]/g, '').toLowerCase();

const entriesOf = (json: Json): readonly (readonly [name: string, value: Json])[] =>
  typeof json === 'object' && json !== null ? Object.entries(json as Readonly<Record<string, Json>>) : [];

/** What one step of a pointer leads to. */
function valuesBy(step: string): (json: Json) => readonly Json[] {
  if (step === '**') return withInner;
  const [isAny, name, wanted = ''] = /^\*(?:\[(.+)=(.+)\])?$/.exec(step) ?? [];
  if (isAny === undefined) {
    const plain = plainName(step);
    const isIndex = /^\d+$/.test(plain);
    return (json) =>
      Array.isArray(json) && !isIndex
        ? []
        : entriesOf(json).flatMap(([each, value]) => (plainName(each) === plain ? [value] : []));
  }
  const named = name === undefined ? undefined : valuesBy(name);
  const isWanted = (value: Json): boolean =>
    typeof value !== 'object' && String(value).toLowerCase() === wanted.toLowerCase();
  return (json) =>
    entriesOf(json).flatMap(([, element]) => (named?.(element).some(isWanted) === false ? [] : [element]));
}

/** The values of a document by plain name. Made once for each document, because rules look for many names. */
const namedIn = new WeakMap<object, ReadonlyMap<string, readonly Json[]>>();

function valuesByName(json: Json | undefined): ReadonlyMap<string, readonly Json[]> {
  if (typeof json !== 'object' || json === null) return new Map();
  const known = namedIn.get(json);
  if (known !== undefined) return known;
  const byName = new Map<string, Json[]>();
  for (const object of withInner(json))
    if (!Array.isArray(object))
      for (const [name, value] of entriesOf(object)) {
        const plain = plainName(name);
        const values = byName.get(plain);
        if (values === undefined) byName.set(plain, [value]);
        else values.push(value);
      }
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
    (values, step) => values.flatMap(valuesBy(step)),
    json === undefined ? [] : begin,
  );
}

/** Every text in a JSON value, names included. */
export const textsIn = (json: Json): readonly string[] =>
  withInner(json).flatMap((value) => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  });
