import fc, { type Arbitrary } from 'fast-check';
import type { Description, FuzzedOperation, Parameter } from './document.ts';
import type { Caller, Draft } from './fuzz-case.ts';
import { arbitraryOf } from './schema-arbitrary.ts';

/** Things that exist, for the requests of one operation. */
export interface Known {
  /** Path parameters, query parameters and fields of bodies, by name. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Whole bodies. */
  readonly bodies?: readonly unknown[];
  /** Who succeeds, if not the admin. */
  readonly caller?: Caller;
}

const weighted = <Value>(
  choices: readonly (readonly [arbitrary: Arbitrary<Value> | undefined, weight: number])[],
): Arbitrary<Value> =>
  fc.oneof(...choices.flatMap(([arbitrary, weight]) => (arbitrary ? [{ arbitrary, weight }] : [])));

const oneOf = <Value>(values: readonly Value[]): Arbitrary<Value> | undefined =>
  values.length === 0 ? undefined : fc.constantFrom(...values);

/** Valid requests of an operation, most of them of things that exist, by callers of every kind. */
export function draftsOf(
  operation: FuzzedOperation,
  known: Known,
  { resolve }: Pick<Description, 'resolve'>,
  { admin, callers }: { readonly admin: Caller; readonly callers: readonly Caller[] },
): Arbitrary<Draft> {
  const context = { resolve, known: (name: string) => known.values[name] ?? [] };
  const valueOf = ({ name, schema }: Parameter): Arbitrary<string> =>
    weighted([
      [oneOf(known.values[name] ?? []), 15],
      [arbitraryOf(schema, context).map(String), 1],
    ]);
  const parametersIn = (place: Parameter['in']): readonly Parameter[] =>
    operation.parameters.filter((parameter) => parameter.in === place);
  const record = (place: Parameter['in']): Arbitrary<Record<string, string>> =>
    fc.record(
      Object.fromEntries(parametersIn(place).map((parameter) => [parameter.name, valueOf(parameter)])),
      {
        requiredKeys: parametersIn(place).flatMap(({ name, required }) => (required ? [name] : [])),
      },
    );
  const { body } = operation;
  const bodies: Arbitrary<unknown> =
    body === undefined
      ? fc.constant(undefined)
      : weighted([
          [arbitraryOf(body.schema, context), 4],
          [oneOf(known.bodies ?? []), 4],
          [body.required ? undefined : fc.constant(undefined), 2],
        ]);
  return fc.record({
    caller: weighted([
      [fc.constant(known.caller ?? admin), callers.length],
      [fc.constantFrom(...callers), callers.length],
    ]),
    path: record('path'),
    query: weighted([
      [record('query').map((values) => Object.entries(values)), 2],
      [parametersIn('query').some(({ required }) => required) ? undefined : fc.constant([]), 1],
    ]),
    headers: record('header'),
    body: bodies,
  });
}
