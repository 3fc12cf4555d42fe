import { PatchbayError, type Schemas } from '@patchbay/client';

export type { Schemas };

/** The problem of a failed request. `status` 0: no answer of the API. */
export interface Problem extends Pick<PatchbayError, 'status' | 'errors'> {
  readonly detail?: string | undefined;
  /** To quote to the operator of the platform. */
  readonly requestId?: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

/** Whether the API demands a fresh proof of identity. */
export const isUnconfirmed = ({ status, detail }: Problem): boolean =>
  status === 403 && detail?.startsWith('confirmation_required') === true;

/** Whether the organization lets people in only with a passkey. */
export const needsPasskey = ({ status, detail }: Problem): boolean =>
  status === 403 && detail?.startsWith('passkey_required') === true;

/** Whether no answer of the API came: no connection, or a proxy that says that nothing is behind it. Each answer of the API has a request id. */
export const isUnreachable = ({ status, requestId }: Problem): boolean =>
  status === 0 || ([502, 503, 504].includes(status) && requestId === undefined);

export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly problem: Problem };

/** The problem of a rejected call of `api`. */
export function problemOf(error: unknown): Problem {
  const failure: Partial<PatchbayError> = error instanceof PatchbayError ? error : {};
  const { problem, errors = [], requestId, retryAfter } = failure;
  // A success that is not JSON comes from a proxy.
  const status = failure.status !== undefined && failure.status >= 400 ? failure.status : 0;
  return { status, detail: problem?.detail, errors, requestId, retryAfter };
}

/** Waits for a call of `api`. Resolves with an answer or a problem, and never rejects. */
export async function answerOf<T>(call: Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, data: await call };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}
