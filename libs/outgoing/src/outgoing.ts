import type { Readable } from 'node:stream';

interface AnyRequest {
  /** Whom it is for, such as a provider value: a label of spans and metrics. */
  readonly target: string;
  /** http or https. Never in a span or a log line: its query may hold secrets. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * For addresses that tenants choose, of which several may share an origin: whose request it is, no label. Connections and bounds
   * are then those of this tenant alone, without a breaker, because the caller has its own schedule of retries.
   */
  readonly tenant?: string;
  /**
   * For hosts that several organizations share: whose request it is, no label. Connections that fail for one organization alone do not
   * suspend the host for others. Undefined: a request of the platform itself, or one whose host nobody else uses.
   */
  readonly organization?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** A request to a host outside of the platform whose answer is read as a whole. */
export interface OutgoingRequest extends AnyRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: string;
  /** Milliseconds from now until the end of the answer. Default that of the client. */
  readonly timeoutMs?: number;
  /**
   * Whether only status and headers are of interest: the text of the answer is empty. Its body is read so that the connection can be
   * used again, for a second and 64 KiB at most: the connection of a longer one is closed. Default false.
   */
  readonly discardsBody?: boolean;
}

export interface OutgoingAnswer {
  readonly status: number;
  /** By name in lower case; the values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded as UTF-8. */
  readonly text: string;
}

/** A request to a host outside of the platform whose answer is read as it comes. */
export interface StreamedRequest extends AnyRequest {
  readonly method: string;
  readonly body?: Uint8Array;
  /** Milliseconds from now until the headers of the answer have arrived, and between two parts of its body. */
  readonly silenceMs: number;
}

export interface StreamedAnswer extends Pick<OutgoingAnswer, 'status' | 'headers'> {
  /** As it was sent, in its content coding. Whoever does not read it to its end destroys it. It fails where the answer is cut off. */
  readonly body: Readable;
}

/**
 * Why there is no answer. `timeout`: none in time. `unreachable`: the connection failed or broke. `too_large`: the answer
 * exceeds the bound. `address_refused`: the URL is not https, has a user name or a password, or its host is or resolves to an
 * address that is not public; loopback is accepted where the client allows it. `suspended`: the breaker of the host is open. `busy`: too many requests to the host are running.
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
  /** Resolves when the headers of the answer have arrived; rejects as `send` does. The body holds a place of `atOnce` until it ends. */
  open(request: StreamedRequest): Promise<StreamedAnswer>;
}
