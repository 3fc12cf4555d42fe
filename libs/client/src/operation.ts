import type { operations as facts } from './generated/operations.ts';
import type { components, operations } from './generated/schema.ts';

/** The objects of the API by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** What the client has to know of an operation to call it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** Takes an `Idempotency-Key`. */
  readonly creates?: boolean;
  /** The name of the list in its pages, if it answers pages. */
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
    ? { readonly body?: Body }
    : unknown;

/** Parameters of path and query by their names, and `body`. */
export type Input<Id extends keyof Facts> = Readonly<PathOf<operations[Id]> & QueryOf<operations[Id]>> &
  BodyOf<operations[Id]>;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
type SuccessOf<Responses> = JsonOf<Responses[keyof Responses & (200 | 201 | 202 | 204)]>;

/** What an operation answers; undefined where it answers nothing. */
export type Output<Id extends keyof Facts> = SuccessOf<operations[Id]['responses']>;

/** One of the objects in the pages of an operation. */
export type Item<Id extends PagedId> =
  Output<Id> extends Readonly<Record<Facts[Id]['items'], readonly (infer One)[]>> ? One : never;
