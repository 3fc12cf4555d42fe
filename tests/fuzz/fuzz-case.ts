import fc, { type Arbitrary } from 'fast-check';
import type { Description, FuzzedOperation, Parameter } from './document.ts';
import type { HeaderLines, RawRequest } from './http-request.ts';
import { arbitraryOf } from './schema-arbitrary.ts';

export interface Caller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What it presents: `rejected` are credentials that no operation accepts. */
  readonly credential: 'none' | 'bearer' | 'apiKey' | 'rejected';
}

/** A request before it is written out: values are not percent-encoded yet. */
export interface Draft {
  readonly caller: Caller;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: HeaderLines;
  /** The body as a value; undefined: none. */
  readonly body: unknown;
}

export interface FuzzCase {
  /** What was done to a valid request, for the report of a failure. */
  readonly what: string;
  readonly caller: Caller;
  readonly request: RawRequest;
  /**
   * The statuses of which a caller with an accepted credential gets one. Undefined: every status that the document has for the
   * operation.
   */
  readonly refusedWith?: readonly number[];
  /** Matches the document in every part. */
  readonly isValid?: boolean;
  /** The request may not reach the operation, so that the statuses of the operation say nothing. */
  readonly isElsewhere?: boolean;
}

export interface Change {
  readonly name: string;
  /** Undefined: the operation has nothing that could be changed so. */
  readonly casesOf: (operation: FuzzedOperation, drafts: Arbitrary<Draft>) => Arbitrary<FuzzCase> | undefined;
}

export const jsonBytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export const pathOf = ({ path }: Pick<FuzzedOperation, 'path'>, values: Draft['path']): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

export const queryOf = (pairs: Draft['query']): string =>
  pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString()}`;

/** The request of a draft. */
export function requestOf(operation: FuzzedOperation, draft: Draft): RawRequest {
  const { caller, path, query, headers, body } = draft;
  return {
    method: operation.method,
    target: pathOf(operation, path) + queryOf(query),
    headers: {
      ...caller.headers,
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: jsonBytes(body) }),
  };
}

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
