import { PatchbayError } from './errors.ts';
import { type AuditExport, auditExport } from './export.ts';
import { operations } from './generated/operations.ts';
import type { Input, Item, Operation, OperationId, Output, PagedId } from './operation.ts';
import { type IntegrationRelay, type RelayedIntegration, relayThrough } from './relay.ts';
import { type SendOptions, send } from './send.ts';

export interface PatchbayOptions extends SendOptions {
  /** The address of the gateway, for instance `https://api.patchbay.example`. */
  readonly baseUrl: string;
  /** An API key, for programs. */
  readonly apiKey?: string | undefined;
  /** The token of a session. */
  readonly token?: string | undefined;
  /** For pages of the same site: `include` sends the cookie of the session. */
  readonly credentials?: 'include' | 'same-origin' | 'omit' | undefined;
  /** Added to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends requests in place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Called with every answer, including answers that are retried. */
  readonly onResponse?:
    | ((response: Response, request: { readonly method: string; readonly url: string }) => void)
    | undefined;
}

export interface CallOptions extends SendOptions {
  /** For creations. Default: a new one for each call, kept for its retries. */
  readonly idempotencyKey?: string | undefined;
}

type Values = Readonly<Record<string, unknown>>;
type Init = Omit<RequestInit, 'method' | 'signal'>;
type Arguments<Id extends OperationId> =
  object extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions];

type Methods = {
  readonly [Id in OperationId]: (...given: Arguments<Id>) => Promise<Output<Id>>;
};

/** Puts the values of an input into the path and the query of an operation. */
function addressOf(path: string, input: Values): string {
  const used = new Set(['body']);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    used.add(name);
    const value = input[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing.`);
    // Dot segments would be resolved, and address another operation.
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be ${value}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (!used.has(name) && value !== undefined && value !== null) query.set(name, value as string);
  const search = query.toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** The address without a slash at its end. */
function baseOf(baseUrl: string): string {
  if (!/^https?:\/\/[^\s@/?#\\]+(\/[^\s@]*)?$/i.test(baseUrl))
    throw new TypeError('baseUrl must be an http or https address without a user name.');
  return baseUrl.replace(/[?#].*$/, '').replace(/\/+$/, '');
}

function setHeader(headers: Headers, name: string, value: string, from: string): void {
  try {
    headers.set(name, value);
  } catch {
    // The error of the runtime has the value, which may be a secret.
    throw new TypeError(`${from} has a character that cannot be sent in a header.`);
  }
}

function headersOf({ headers = {}, apiKey, token }: PatchbayOptions): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) setHeader(all, name, value, `The header ${name}`);
  if (apiKey !== undefined) setHeader(all, 'x-api-key', apiKey, 'apiKey');
  if (token !== undefined) setHeader(all, 'authorization', `Bearer ${token}`, 'token');
  return all;
}

/** A stream cannot be sent again. */
const isStream = (body: unknown): boolean =>
  body instanceof ReadableStream ||
  (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new PatchbayError('The answer is not JSON. Check `baseUrl`.', response);
  }
}

class Core {
  /** Shown by consoles and in stack traces: no credential. */
  static readonly name = 'Patchbay';
  readonly #options: PatchbayOptions;
  readonly #base: string;
  readonly #headers: Headers;

  constructor(options: PatchbayOptions) {
    this.#options = options;
    this.#base = baseOf(options.baseUrl);
    this.#headers = headersOf(options);
    for (const [id, operation] of Object.entries<Operation>(operations))
      if (operation.answer === undefined)
        Object.defineProperty(this, id, {
          value: (input?: Values, callOptions?: CallOptions) => this.#call(operation, input, callOptions),
        });
  }

  /** Sends one request with the credentials, and follows no redirect: only `authorization` would not be sent on to another host. */
  async #fetch(path: string, init: RequestInit & { readonly method: string }): Promise<Response> {
    const { credentials, onResponse, fetch: fetchOf = fetch } = this.#options;
    const url = this.#base + path;
    const headers = new Headers(this.#headers);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const response = await fetchOf(url, {
      redirect: 'manual',
      ...init,
      headers,
      ...(credentials && { credentials }),
    });
    onResponse?.(response, { method: init.method, url });
    return response;
  }

  #send<T>(
    method: string,
    path: string,
    init: Init,
    { idempotencyKey, ...options }: CallOptions,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const headers = new Headers(init.headers);
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    const isIdempotent = /^(GET|HEAD|PUT|DELETE)$/.test(method) || headers.has('idempotency-key');
    return send(
      (signal) => this.#fetch(path, { ...init, method, headers, signal }),
      read,
      isIdempotent && !isStream(init.body),
      { ...this.#options, ...options },
    );
  }

  /** Sends a request to any path of the API. Rejects with a `PatchbayError` unless the answer is a success. */
  async request(method: string, path: string, init: Init = {}, options: CallOptions = {}): Promise<Response> {
    // Otherwise a part of the path could be parsed as another host.
    if (!path.startsWith('/')) throw new TypeError('The path must begin with a slash.');
    return await this.#send(method.toUpperCase(), path, init, options, (response) => response);
  }

  async #call(operation: Operation, input: Values = {}, options: CallOptions = {}): Promise<unknown> {
    const { body } = input;
    return await this.#send(
      operation.method,
      addressOf(operation.path, input),
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      operation.creates
        ? { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() }
        : options,
      readJson,
    );
  }

  /** Every object of a list that comes in pages; asks for a page when it is needed. */
  async *iterate<Id extends PagedId>(
    id: Id,
    input: Input<Id>,
    options?: CallOptions,
  ): AsyncGenerator<Item<Id>> {
    const operation: Operation = operations[id];
    let cursor = (input as { readonly cursor?: string }).cursor;
    do {
      const page = (await this.#call(operation, { ...input, cursor }, options)) as Values;
      yield* page[operation.items ?? ''] as Item<Id>[];
      const next = (page['nextCursor'] as string | null) ?? undefined;
      if (next !== undefined && next === cursor)
        throw new PatchbayError('The list does not end: the next page is the same one again.');
      cursor = next;
    } while (cursor !== undefined);
  }

  /** The audit trail of an organization, oldest entry first. Each iteration sends a request, which ends when the iteration ends. */
  exportAuditLogs(input: Input<'exportAuditLogs'>, options: CallOptions = {}): AuditExport {
    const { method, path } = operations.exportAuditLogs;
    return auditExport(
      () => this.request(method, addressOf(path, input), {}, options),
      options.signal ?? this.#options.signal,
    );
  }

  /** An integration, for requests to its advertising system through the relay. */
  integration({ orgSlug, workspaceSlug, id }: RelayedIntegration): IntegrationRelay {
    const integration = { orgSlug, workspaceSlug, id };
    const path = operations.relayGet.path.replace('/{api}/{path}', '');
    return relayThrough(this.#base, addressOf(path, integration), {
      send: (...request) => this.#fetch(...request),
      apis: async () => {
        const call = (operation: Operation, input: Values) => this.#call(operation, input);
        const { provider } = (await call(operations.getIntegration, integration)) as Output<'getIntegration'>;
        return ((await call(operations.getProvider, { provider })) as Output<'getProvider'>).apis;
      },
    });
  }
}

/** The API of Patchbay: a method for each operation, by the names of the OpenAPI document. */
export const Patchbay = Core as new (options: PatchbayOptions) => Patchbay;
export type Patchbay = Core & Methods;
