import { invalid } from '@patchbay/errors/failure';
import { bodyForm, formParameters } from './body-text.ts';
import type { JsonValue } from './json-document.ts';
import { readJson } from './json-reader.ts';
import { plainName } from './names.ts';
import type { Target } from './target.ts';

export { plainName };

/** A body as rules read it. `unreadable`: a file that is uploaded, which no rule reads. */
export type ReadBody =
  | { readonly kind: 'none' | 'unreadable' }
  | { readonly kind: 'json'; readonly json: JsonValue }
  | { readonly kind: 'form'; readonly parameters: Target['parameters'] };

/** Reads a body for a rule: UTF-8 JSON or a form. Anything else is refused, because the provider may read it otherwise. */
export function readBody(bytes: Uint8Array, contentType?: string): ReadBody {
  if (bytes.byteLength === 0) return { kind: 'none' };
  if (bodyForm(bytes, contentType) === 'form') return { kind: 'form', parameters: formParameters(bytes) };
  const json = readJson(bytes);
  if (json === undefined) throw invalid({ path: 'body', message: 'The body is not valid JSON.' });
  return { kind: 'json', json };
}

/** Those that are in no other one, in the order of the body. */
function outermost(values: readonly JsonValue[]): readonly JsonValue[] {
  let end = 0;
  const isInOrder = values.every(
    (value, index) => index === 0 || (values[index - 1]?.place ?? 0) <= value.place,
  );
  return (isInOrder ? values : values.toSorted((one, other) => one.place - other.place)).filter((value) => {
    if (value.place < end) return false;
    ({ end } = value);
    return true;
  });
}

/** The values and all values in them, each once, in the order of the body. */
export const withInner = (values: readonly JsonValue[]): readonly JsonValue[] =>
  outermost(values).flatMap((value) => value.withInner);

/** Values that a pointer leads to: each is looked at. */
const maxPlaces = 10_000;

function bounded<Value>(values: readonly Value[]): readonly Value[] {
  if (values.length > maxPlaces)
    throw invalid({
      path: 'body',
      message: `The body has more than ${maxPlaces} values in places that Patchbay reads: send it in parts.`,
    });
  return values;
}

/** What one step of a pointer leads to, from all values that the steps before it have led to. */
type Step = (values: readonly JsonValue[]) => readonly JsonValue[];

function stepBy(step: string): Step {
  if (step === '**') return withInner;
  const [isAny, name, wanted = ''] = /^\*(?:\[(.+)=(.+)\])?$/.exec(step) ?? [];
  if (isAny === undefined) {
    const plain = plainName(step);
    const index = /^\d+$/.test(plain) ? Number(plain) : -1;
    return (values) =>
      bounded(
        values.flatMap((value) => {
          if (value.kind === 'object') return value.named(plain, false);
          return value.kind === 'list' && index !== -1 ? value.inner(index + 1).slice(index) : [];
        }),
      );
  }
  const innerOf: Step = (values) => bounded(values.flatMap((value) => value.inner(maxPlaces + 1)));
  if (name === undefined) return innerOf;
  const named = stepBy(name);
  const isWanted = (value: JsonValue): boolean =>
    !value.isContainer && value.text.toLowerCase() === wanted.toLowerCase();
  return (values) => innerOf(values).filter((element) => named([element]).some(isWanted));
}

/** Looks for a name at any depth, without a step through every value. */
const anywhere =
  (plain: string): Step =>
  ([value]) =>
    bounded(value?.named(plain, true, maxPlaces + 1) ?? []);

function stepsOf(pointer: string): readonly Step[] {
  const [, first, name = '', ...rest] = pointer.split('/');
  const isNameAnywhere = first === '**' && /^[a-z]\w*$/i.test(name);
  return isNameAnywhere
    ? [anywhere(plainName(name)), ...rest.map(stepBy)]
    : pointer.split('/').slice(1).map(stepBy);
}

/** By pointer: those of the providers, each of which is used many times. */
const known = new Map<string, readonly Step[]>();

/** The values at a pointer such as `/filters/0/value`; names and stars as in `use.ts`. */
export function valuesAt(json: JsonValue | undefined, pointer: string): readonly JsonValue[] {
  let steps = known.get(pointer);
  if (steps === undefined) {
    steps = stepsOf(pointer);
    known.set(pointer, steps);
  }
  return steps.reduce<readonly JsonValue[]>((values, step) => step(values), json === undefined ? [] : [json]);
}

/** The texts and numbers, and all of them where a list or an object stands in their place. */
export function asTexts(values: readonly JsonValue[]): readonly string[] {
  const texts: string[] = [];
  for (const value of outermost(values)) value.addTexts(texts, maxPlaces + 1);
  return bounded(texts);
}

/** Whether a value is a text or number, or has one in it. */
export const hasText = (value: JsonValue): boolean => value.hasText;
