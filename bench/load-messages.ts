/** A burst of requests for one path, from the bench to the process that sends them. */
export interface Burst {
  readonly origin: string;
  readonly path: string;
  /** By turns over the connections: the first sends the first of them, and so on. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  /** Sent by POST, each once: as many as there are requests. Default: GET, without any. */
  readonly bodies?: readonly string[];
  readonly connections: number;
  readonly requests: number;
  readonly maxSeconds: number;
}

export interface BurstResult {
  readonly answered: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly seconds: number;
  /** What went wrong first; a burst ends with it. */
  readonly failure: string | undefined;
}
