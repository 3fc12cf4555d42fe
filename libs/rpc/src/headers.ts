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
/** In answers to an `UnreadKey`: who it is. */
export const readKeyHeader = 'x-patchbay-read-key';
/** In answers: a `KeyOutcome`. */
export const idempotencyOutcomeHeader = 'x-patchbay-idempotency-outcome';

/** Headers as Node and undici have them, names in lower case. A `Headers` object costs more than a small call. */
export type HeaderRecord = Readonly<Record<string, string | string[] | undefined>>;

/** The first value of a header. */
export const headerIn = (headers: HeaderRecord, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

export function toHeaders(record: HeaderRecord): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(record)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) headers.append(name, each);
    }
  }
  return headers;
}
