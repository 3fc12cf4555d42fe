import type { operations as facts } from './generated/operations.ts';
import type { components, operations } from './generated/schema.ts';

/** The objects of the API by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** The fields of an operation that the client needs to call it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** Accepts an `Idempotency-Key`. */
  readonly creates?: boolean;
  /** The name of the list, if the answer is paged. */
  readonly items?: string;
  /** `lines`: one JSON object a line. `relay`: what a provider answers. `redirect`: for browsers only. Otherwise JSON or nothing. */
  readonly answer?: 'lines' | 'relay' | 'redirect';
}

type Facts = typeof facts;
type IdsWhere<Condition> = {
  [Id in keyof Facts]: Facts[Id] extends Condition ? Id : never;
}[keyof Facts];

/** The operations that answer JSON or nothing: the client has a method for each. */
export type OperationId = Exclude<keyof Facts, IdsWhere<{ readonly answer: string }>>;
/** The operations that answer pages. */
export type PagedId = Extract<OperationId, IdsWhere<{ readonly items: string }>>;

type PathOf<O> = O extends { parameters: { path: infer Path } } ? Path : unknown;
type QueryOf<O> = O extends { parameters: { query?: infer Query } }
  ? [Query] extends [undefined]
    ? unknown
    : NonNullable<Query>
  : unknown;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Body }
  : O extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? // Of an operation without a body nothing is inferred.
      unknown extends Body
      ? unknown
      : { readonly body?: Body }
    : unknown;

/** Parameters of path and query by their names, and `body`. */
export type Input<Id extends keyof Facts> = Readonly<PathOf<operations[Id]> & QueryOf<operations[Id]>> &
  BodyOf<operations[Id]>;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
type SuccessOf<Responses> = JsonOf<Responses[keyof Responses & (200 | 201 | 202 | 204)]>;

/** The answer of an operation. Undefined: it has no body. */
export type Output<Id extends keyof Facts> = SuccessOf<operations[Id]['responses']>;

/** One of the objects in the pages of an operation. */
export type Item<Id extends PagedId> =
  Output<Id> extends Readonly<Record<Facts[Id]['items'], readonly (infer One)[]>> ? One : never;
