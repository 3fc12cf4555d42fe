/** A request to a host outside of the platform. */
export interface OutgoingRequest {
  /** Whom it is for, such as a provider value: a label of spans and metrics. */
  readonly target: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** http or https. Never in a span or a log line: its query may hold secrets. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Milliseconds from now until the end of the answer. Default that of the client. */
  readonly timeoutMs?: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** By name in lower case; the values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded as UTF-8. */
  readonly text: string;
}

/**
 * Why there is no answer. `timeout`: none in time. `unreachable`: the connection failed or broke. `too_large`: the answer
 * exceeds the bound. `address_refused`: the host is or resolves to a private address. `suspended`: the breaker of the host is
 * open. `busy`: too many requests to the host wait. `canceled`: the signal of the request aborted.
 */
export type OutgoingFailure =
  | 'timeout'
  | 'unreachable'
  | 'too_large'
  | 'address_refused'
  | 'suspended'
  | 'busy'
  | 'canceled';

/** The message names the host and the failure, never path, query, headers or body. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly failure: OutgoingFailure;
  /** Milliseconds after which a repetition makes sense, where that is known. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: OutgoingFailure, host: string, retryAfterMs?: number) {
    super(`${host}: ${failure}`);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Sends requests that leave the platform. Follows no redirects. */
export interface Outgoing {
  /** Resolves with any answer, whatever its status; rejects with an `OutgoingError`. */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
}
