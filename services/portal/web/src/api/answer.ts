import { PatchbayError, type Schemas } from '@patchbay/client';

export type { Schemas };

/** Why a request failed. `status` 0: no answer arrived. */
export interface Problem extends Pick<PatchbayError, 'status' | 'errors'> {
  readonly detail?: string | undefined;
  /** To quote to the operator of the platform. */
  readonly requestId?: string | undefined;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly problem: Problem };

/** Waits for a call of `api`. Resolves with an answer or a problem, and never rejects. */
export async function answerOf<T>(call: Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, data: await call };
  } catch (error) {
    // Another error: the answer ended too early, or a proxy answered with something else than JSON.
    const {
      status = 0,
      problem,
      errors = [],
      requestId,
      retryAfter,
    }: Partial<PatchbayError> = error instanceof PatchbayError ? error : {};
    return { ok: false, problem: { status, detail: problem?.detail, errors, requestId, retryAfter } };
  }
}
