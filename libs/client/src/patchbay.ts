import { operations } from './generated/operations.ts';
import type { Input, Item, Operation, OperationId, Output, PagedId } from './operation.ts';
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
  /** Is told of every answer, also of those that are repeated. */
  readonly onResponse?:
    | ((response: Response, request: { readonly method: string; readonly url: string }) => void)
    | undefined;
}

export interface CallOptions extends SendOptions {
  /** For creations. Default: a new one for each call, the same for its repetitions. */
  readonly idempotencyKey?: string | undefined;
}

type Values = Readonly<Record<string, unknown>>;
type Arguments<Id extends OperationId> =
  Record<never, never> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions];

type Methods = {
  readonly [Id in OperationId]: (...given: Arguments<Id>) => Promise<Output<Id>>;
};

/** Puts the values of an input into the path and the query of an operation. */
function addressOf({ path }: Operation, input: Values): string {
  const used = new Set(['body']);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    used.add(name);
    const value = input[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing.`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (!used.has(name) && value !== undefined && value !== null) query.set(name, String(value));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

class Core {
  readonly #options: PatchbayOptions;
  readonly #base: string;

  constructor(options: PatchbayOptions) {
    this.#options = options;
    this.#base = options.baseUrl.replace(/\/+$/, '');
    for (const [id, operation] of Object.entries<Operation>(operations))
      if (operation.answer === undefined)
        Object.defineProperty(this, id, {
          value: (input?: Values, callOptions?: CallOptions) => this.#call(operation, input, callOptions),
        });
  }

  /** Sends a request to any path of the API. Rejects with a `PatchbayError` unless the answer is a success. */
  async request(
    method: string,
    path: string,
    init: Omit<RequestInit, 'method' | 'signal'> = {},
    options: CallOptions = {},
  ): Promise<Response> {
    const { apiKey, token, credentials, headers, onResponse, fetch: fetchOf = fetch } = this.#options;
    const url = this.#base + path;
    const merged = new Headers({
      ...headers,
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    });
    for (const [name, value] of new Headers(init.headers)) merged.set(name, value);
    if (options.idempotencyKey !== undefined) merged.set('idempotency-key', options.idempotencyKey);
    const repeatable = /^(GET|HEAD|PUT|DELETE)$/.test(method) || merged.has('idempotency-key');
    return await send(
      async (signal) => {
        const request = { ...init, method, headers: merged, signal, ...(credentials && { credentials }) };
        const response = await fetchOf(url, request);
        onResponse?.(response, { method, url });
        return response;
      },
      repeatable,
      { ...this.#options, ...options },
    );
  }

  async #call(operation: Operation, input: Values = {}, options: CallOptions = {}): Promise<unknown> {
    const { body } = input;
    const response = await this.request(
      operation.method,
      addressOf(operation, input),
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      operation.creates ? { idempotencyKey: crypto.randomUUID(), ...options } : options,
    );
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
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
      cursor = (page['nextCursor'] as string | null) ?? undefined;
    } while (cursor !== undefined);
  }
}

/** The API of Patchbay: a method for each operation, by the names of the OpenAPI document. */
export const Patchbay = Core as new (options: PatchbayOptions) => Patchbay;
export type Patchbay = Core & Methods;
