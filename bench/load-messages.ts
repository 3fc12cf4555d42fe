/** A burst of requests to one path: the message from the bench to the load process. */
export interface Burst {
  readonly origin: string;
  readonly path: string;
  /** Connection i sends `headers[i % headers.length]` with each of its requests. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  /** Sent by POST, each once, so there must be as many as requests. Default: GET without a body. */
  readonly bodies?: readonly string[];
  readonly connections: number;
  readonly requests: number;
  /** No request is sent after this. */
  readonly maxSeconds: number;
}

/** The load process's reply. */
export interface BurstResult {
  readonly answered: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly seconds: number;
  /** The first error; a burst stops at it. */
  readonly failure: string | undefined;
}
