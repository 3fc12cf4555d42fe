import type { ServiceName } from '@patchbay/platform/services';

/** Headers that services send each other, in lower case. */
export const authorizationHeader = 'authorization';
export const onBehalfOfHeader = 'x-patchbay-on-behalf-of';
/** Of the gateway, with methods that declare `passes_on_to`: the caller's token that the called service can pass on. */
export const passOnHeaderTo = (audience: ServiceName) => `x-patchbay-pass-on-to-${audience}` as const;
export const traceparentHeader = 'traceparent';
/** Of an `IdempotencyKey`: the key itself, and what it belongs to. */
export const idempotencyKeyHeader = 'x-patchbay-idempotency-key';
export const idempotencyScopeHeader = 'x-patchbay-idempotency-scope';
export const idempotencyBodyHeader = 'x-patchbay-idempotency-body';
/** In answers: a `KeyOutcome`. */
export const idempotencyOutcomeHeader = 'x-patchbay-idempotency-outcome';
