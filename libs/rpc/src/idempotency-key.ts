import type { CallOptions, HandlerContext } from '@connectrpc/connect';
import { internal } from '@patchbay/errors/failure';
import {
  idempotencyBodyHeader,
  idempotencyKeyHeader,
  idempotencyOutcomeHeader,
  idempotencyScopeHeader,
} from './headers.ts';

/** The Idempotency-Key of a request to the API, as the gateway passes it on to the service that creates something. */
export interface IdempotencyKey {
  /** As the client sent it: visible ASCII characters. */
  readonly key: string;
  /** A digest of method and path of the request: the same key on another path is another key. */
  readonly scope: string;
  /** A digest of the body, as its schema parsed it. */
  readonly body: string;
}

/** `kept`: something was created, and the answer is stored under the key. `replayed`: this is the stored answer. */
export type KeyOutcome = 'kept' | 'replayed';

const isOutcome = (value: string | null): value is KeyOutcome => value === 'kept' || value === 'replayed';

/** Call options that send the key. `onOutcome` is called when a service answers that it has kept or replayed. */
export const sendIdempotencyKey = (
  { key, scope, body }: IdempotencyKey,
  onOutcome: (outcome: KeyOutcome) => void,
): Required<Pick<CallOptions, 'headers' | 'onHeader'>> => ({
  headers: {
    [idempotencyKeyHeader]: key,
    [idempotencyScopeHeader]: scope,
    [idempotencyBodyHeader]: body,
  },
  onHeader(header) {
    const outcome = header.get(idempotencyOutcomeHeader);
    if (isOutcome(outcome)) onOutcome(outcome);
  },
});

/** The key that the call carries, if any. */
export function idempotencyKeyOf(context: HandlerContext): IdempotencyKey | undefined {
  const key = context.requestHeader.get(idempotencyKeyHeader);
  if (key === null) return undefined;
  const scope = context.requestHeader.get(idempotencyScopeHeader);
  const body = context.requestHeader.get(idempotencyBodyHeader);
  if (!scope || !body) throw internal('an Idempotency-Key came without its scope or its body');
  return { key, scope, body };
}

/** Answers what was done with the key. To be called after the commit. */
export const setKeyOutcome = (context: HandlerContext, outcome: KeyOutcome): void =>
  context.responseHeader.set(idempotencyOutcomeHeader, outcome);
