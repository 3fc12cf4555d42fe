/** A load on one path: the message from the bench to the process that sends it. */
export interface Load {
  readonly origin: string;
  readonly path: string;
  /** Connection i sends `headers[i % headers.length]` with each of its requests. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  /** Each has one request under way at most. */
  readonly connections: number;
  /** Requests per second, whatever the answers; undefined: each connection sends its next request after an answer. */
  readonly perSecond: number | undefined;
  readonly seconds: number;
}

export interface LoadResult {
  /** Requests that were sent, and that were due while no connection was free. */
  readonly sent: number;
  readonly unsent: number;
  /** Answers within the seconds of the load, by status. */
  readonly answers: Readonly<Record<number, number>>;
  /** Answers that came after the load had ended. */
  readonly late: number;
  /** Connections that failed and requests that got no answer, by reason. */
  readonly errors: Readonly<Record<string, number>>;
  /** Milliseconds from sending to the end of the answer: of 2xx, also late ones, and of 503; undefined: there were none. */
  readonly accepted: Percentiles | undefined;
  readonly refused: Percentiles | undefined;
  /** CPU that the sending process used, as a share of one core. */
  readonly cores: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}
