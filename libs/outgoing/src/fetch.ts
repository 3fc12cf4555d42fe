import type { Outgoing, OutgoingAnswer, OutgoingRequest } from './outgoing.ts';

/** What libraries pass to a replaced `fetch`: a part of `RequestInit`. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies OutgoingRequest['method'][];
/** A `Response` with one of these must have no body. */
const bodyless: ReadonlySet<number> = new Set([204, 205, 304]);

const formType = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };

function contentOf({ headers, body }: FetchInit): Pick<OutgoingRequest, 'headers' | 'body'> {
  if (body === undefined || body === null) return { headers };
  if (typeof body === 'string') return { headers, body };
  if (!(body instanceof URLSearchParams)) throw new TypeError('only strings and forms can be sent');
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return { headers: hasType ? headers : { ...formType, ...headers }, body: body.toString() };
}

const responseOf = ({ status, headers, text }: OutgoingAnswer): Response =>
  new Response(bodyless.has(status) ? null : text, { status, headers });

/**
 * A `fetch` with `redirect: 'manual'` that sends through the client, for libraries that make requests themselves. Without an answer
 * it rejects with a `TypeError`, as `fetch` does, whose cause is the `OutgoingError`.
 */
export const createFetch =
  (outgoing: Outgoing, { target, timeoutMs }: Pick<OutgoingRequest, 'target' | 'timeoutMs'>) =>
  async (url: string, init: FetchInit): Promise<Response> => {
    const method = methods.find((known) => known === init.method.toUpperCase());
    if (method === undefined) throw new TypeError(`the method ${init.method} cannot be sent`);
    const request: OutgoingRequest = {
      target,
      method,
      url,
      ...contentOf(init),
      ...(init.signal && { signal: init.signal }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
    const answer = await outgoing.send(request).catch((error: unknown) => {
      throw new TypeError('fetch failed', { cause: error });
    });
    return responseOf(answer);
  };
