/** A request to a host outside of the platform. */
export interface OutgoingRequest {
  /** Whom it is for, such as a provider value: a label of spans and metrics. */
  readonly target: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** http or https. Never in a span or a log line: its query may hold secrets. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The target's own bound on requests that run at once, where it is lower than that of the client. */
  readonly atOnce?: number;
  /**
   * Whether an answer says that the host does not work, and not only that this request was refused. After a few of them in a row
   * nothing is sent to the host for anybody. Default: status 502, 503 or 504.
   */
  readonly isOutage?: (answer: OutgoingAnswer) => boolean;
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
 * exceeds the bound. `address_refused`: the URL is not https, has a user name or a password, or its host is or resolves to an
 * address that is not public. `suspended`: the breaker of the host is open. `busy`: too many requests to the host are running.
 * `canceled`: the signal of the request aborted, or the process stops.
 */
export type OutgoingFailure =
  | 'timeout'
  | 'unreachable'
  | 'too_large'
  | 'address_refused'
  | 'suspended'
  | 'busy'
  | 'canceled';

/** The message names the host, the failure and the code of its cause, never path, query, headers or body. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly failure: OutgoingFailure;
  /** The failure again, under the name by which logs and spans read the code of any error. */
  readonly code: OutgoingFailure;
  /** Milliseconds after which a repetition makes sense, where that is known. */
  readonly retryAfterMs: number | undefined;

  /** `causeCode` is that of the error of Node or undici, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  constructor(failure: OutgoingFailure, host: string, retryAfterMs?: number, causeCode?: string) {
    super(`${host}: ${failure}${causeCode === undefined ? '' : ` (${causeCode})`}`);
    this.failure = failure;
    this.code = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Sends requests that leave the platform. Follows no redirects. */
export interface Outgoing {
  /**
   * Resolves with any answer, whatever its status; rejects with an `OutgoingError`. A request that cannot be sent, because a header
   * has a line break or names the host, is a mistake of the caller: it rejects with the failure `internal`.
   */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>;
}
