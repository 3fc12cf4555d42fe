/** Milliseconds, except where it says otherwise. */
export interface ConnectionLimits {
  /** From the beginning of a connection to the TLS handshake, the first bytes, or the settings of an HTTP/2 client. */
  readonly beginMs: number;
  /** In which the headers and the body of a request must have arrived. */
  readonly requestMs: number;
  /**
   * For which a connection without calls is kept: longer than our clients keep it, so that they close it first and send no
   * request on a closed one. The pings of an HTTP/2 client begin it anew.
   */
  readonly idleMs: number;
  /** For which an answer over HTTP/2 may wait for its reader; undefined: no limit. */
  readonly stalledMs: number | undefined;
  /** Between two checks of `requestMs` over HTTP/1.1. */
  readonly checkMs: number;
  /** The number of connections that may be within `beginMs`; a further one closes the oldest of them. */
  readonly beginning: number;
}

/** Milliseconds for a client to close its side, or to end its request, after the connection has begun to close. */
export const closeMs = 1_000;

export const defaultLimits = {
  beginMs: 10_000,
  requestMs: 30_000,
  idleMs: 75_000,
  checkMs: 5_000,
  beginning: 1_024,
} satisfies Partial<ConnectionLimits>;
