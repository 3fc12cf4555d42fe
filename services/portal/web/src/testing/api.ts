import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationId, Output, Schemas } from '@patchbay/client';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface OpenApi {
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Content {
  readonly schema: object;
  readonly example?: unknown;
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly address: RegExp;
  readonly status: number;
  readonly type: string | undefined;
  readonly example: unknown;
  /** Of the body that it takes. */
  readonly schema: object | undefined;
}

const file = join(import.meta.dirname, '../../../../gateway/openapi.json');
// The validator knows the document by this name.
const openApi = JSON.parse(
  readFileSync(file, 'utf8').replaceAll('"#/components/', '"openapi#/components/'),
) as OpenApi;

/** The operations of the OpenAPI document, with the example of their success. */
function readOperations(): readonly Operation[] {
  return Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, responses, requestBody }]) => {
      const status = Object.keys(responses).find((each) => each.startsWith('2')) ?? '204';
      const [type, content] = Object.entries(responses[status]?.content ?? {})[0] ?? [];
      // What follows the api of the relay has slashes.
      const address = new RegExp(
        `^${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${name === 'path' ? '.+' : '[^/]+'})`)}$`,
      );
      const example = content?.example;
      const schema = requestBody?.content['application/json']?.schema;
      return {
        id,
        method: method.toUpperCase(),
        path,
        address,
        status: Number(status),
        type,
        example,
        schema,
      };
    }),
  );
}

/** Addresses without parameters first: `/v1/auth/session` is no `/v1/auth/{provider}`. */
const operations = readOperations().toSorted(
  (one, other) => one.path.split('{').length - other.path.split('{').length,
);
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ components: openApi.components }, 'openapi');
const validators = new Map<string, ValidateFunction>();

/** What pages sent that the API has no operation for, or would refuse as malformed: the set-up file fails the test. */
export const faults: string[] = [];

function validate({ id, schema }: Operation, body: unknown): void {
  if (schema === undefined || body === undefined) return;
  const validator = validators.get(id) ?? ajv.compile(schema);
  validators.set(id, validator);
  if (!validator(body))
    faults.push(`${id} does not take ${JSON.stringify(body)}: ${ajv.errorsText(validator.errors)}`);
}

const byId = new Map(operations.map((operation) => [operation.id, operation]));

/** A copy of what the OpenAPI document shows as the answer of an operation, with some of it replaced. */
export const example = <Id extends OperationId>(id: Id, instead: Partial<Output<Id>> = {}): Output<Id> =>
  ({ ...(structuredClone(byId.get(id)?.example) as object), ...instead }) as Output<Id>;

/** Every operation below an address, such as those of a workspace: what somebody who may do everything there can do. */
const below = (path: string): readonly string[] =>
  operations.filter((operation) => operation.path.startsWith(path)).map(({ id }) => id);

export const everythingOfOrganization = below('/v1/organizations/{orgSlug}');
export const everythingOfWorkspace = below('/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}');

interface ProblemOptions {
  readonly detail?: string;
  readonly errors?: readonly Schemas['FieldProblem'][];
  /** Seconds. */
  readonly retryAfter?: number;
}

class Refusal {
  readonly status: number;
  readonly options: ProblemOptions;

  constructor(status: number, options: ProblemOptions) {
    this.status = status;
    this.options = options;
  }
}

/** An answer with a problem. Its request id is `req-1`. */
export const problem = (status: number, options: ProblemOptions = {}): Refusal =>
  new Refusal(status, options);

/** No answer ever comes. */
export const unanswered = Symbol('unanswered');
/** The connection fails. */
export const disconnected = Symbol('disconnected');

/** A request that a page has made: parameters of path and query by their names, and the body. */
export type Sent = Readonly<Record<string, unknown>>;

type Fixed<Answer> = Answer | Refusal | typeof unanswered | typeof disconnected;
type Reply<Answer> = Fixed<Answer> | ((sent: Sent) => Fixed<Answer>);

/** Requests to advertising systems, which answer anything. */
type RelayId = 'relayGet' | 'relayPost';

/** What the API answers in place of its examples. `exportAuditLogs` answers lines. */
export type Answers = { readonly [Id in OperationId]?: Reply<Output<Id>> } & {
  readonly [Id in RelayId]?: Reply<unknown>;
} & { readonly exportAuditLogs?: Reply<string> };

interface Waiting {
  readonly operation: Operation;
  readonly sent: Sent;
  readonly resolve: (response: Response) => void;
  readonly reject: (reason: unknown) => void;
}

let answers = new Map<string, Reply<unknown>>();
let all: { readonly id: string; readonly sent: Sent; readonly headers: Headers }[] = [];
let waiting: Waiting[] = [];

/** Replaces answers from now on. */
export function answer(next: Answers): void {
  for (const [id, reply] of Object.entries(next)) answers.set(id, reply);
}

/** Answers examples again. */
export function answerExamples(): void {
  answers = new Map();
}

/** Answers examples again, and forgets all requests. */
export function resetApi(): void {
  answerExamples();
  all = [];
  waiting = [];
}

/** The requests of an operation so far. */
export const sent = (id: OperationId | RelayId | 'exportAuditLogs'): readonly Sent[] =>
  all.filter((request) => request.id === id).map((request) => request.sent);

/** The headers of the last request of an operation. */
export const headersOf = (id: OperationId | RelayId): Headers | undefined =>
  all.findLast((request) => request.id === id)?.headers;

/** In place of the browser's. The answer comes with the next `deliver`. */
export const fetchFromExamples: typeof fetch = (input, init = {}) =>
  new Promise((resolve, reject) => {
    const { method = 'GET', body, signal } = init;
    const url = new URL(input instanceof Request ? input.url : input);
    const operation = operations.find(
      (each) => each.method === method.toUpperCase() && each.address.test(url.pathname),
    );
    if (operation === undefined) {
      faults.push(`the API has no operation ${method} ${url.pathname}`);
      return;
    }
    const request: Sent = {
      ...operation.address.exec(url.pathname)?.groups,
      ...Object.fromEntries(url.searchParams),
      ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }),
    };
    all.push({ id: operation.id, sent: request, headers: new Headers(init.headers) });
    validate(operation, request['body']);
    const one = { operation, sent: request, resolve, reject };
    waiting.push(one);
    signal?.addEventListener('abort', () => {
      waiting = waiting.filter((each) => each !== one);
      reject(signal.reason as Error);
    });
  });

const replyTo = ({ operation, sent: request }: Waiting): Fixed<unknown> => {
  const reply = answers.has(operation.id) ? answers.get(operation.id) : operation.example;
  return typeof reply === 'function' ? (reply as (sent: Sent) => Fixed<unknown>)(request) : reply;
};

function refused({ status, options: { detail, errors, retryAfter } }: Refusal): Response {
  const body = { type: 'about:blank', title: 'Problem', status, detail, errors, requestId: 'req-1' };
  return Response.json(body, {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter !== undefined && { 'retry-after': `${retryAfter}` }),
    },
  });
}

/** Answers every request that waits. Returns how many those were. */
export function deliver(): number {
  const now = waiting;
  waiting = [];
  for (const one of now) {
    const reply = replyTo(one);
    const { status, type } = one.operation;
    if (reply === unanswered) continue;
    if (reply === disconnected) one.reject(new TypeError('Failed to fetch'));
    else if (reply instanceof Refusal) one.resolve(refused(reply));
    else if (reply === undefined) one.resolve(new Response(null, { status }));
    else if (typeof reply === 'string')
      one.resolve(new Response(reply, { status, headers: { 'content-type': type ?? '' } }));
    else one.resolve(Response.json(reply, { status }));
  }
  return now.length;
}
