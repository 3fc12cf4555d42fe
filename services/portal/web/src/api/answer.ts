import type { components } from '../../generated/schema.js';

export type Schemas = components['schemas'];

/** Why a request failed. `status` 0: no answer arrived. */
export interface Problem {
  readonly status: number;
  readonly detail?: string;
  readonly errors: Schemas['FieldProblem'][];
  /** To quote to the operator of the platform. */
  readonly requestId?: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly problem: Problem };

interface Exchange<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

function problemOf({ error, response }: Exchange<unknown>): Problem {
  // An answer of a proxy, for instance, has another body or none.
  const body = (typeof error === 'object' && error !== null ? error : {}) as Partial<Schemas['Problem']>;
  const retryAfter = Number(response.headers.get('retry-after'));
  const requestId = body.requestId ?? response.headers.get('x-request-id');
  return {
    status: response.status,
    ...(body.detail !== undefined && { detail: body.detail }),
    errors: body.errors ?? [],
    ...(requestId && { requestId }),
    ...(retryAfter > 0 && { retryAfter }),
  };
}

/** Waits for a request of `api`. Resolves with an answer or a problem, and never rejects. */
export async function answerOf<T>(request: Promise<Exchange<T>>): Promise<Answer<T>> {
  try {
    const exchange = await request;
    return exchange.response.ok
      ? { ok: true, data: exchange.data as T }
      : { ok: false, problem: problemOf(exchange) };
  } catch {
    return { ok: false, problem: { status: 0, errors: [] } };
  }
}
