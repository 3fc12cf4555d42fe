/** A request as it arrived, addressed as if it had gone to the provider. */
export interface SimulatedRequest {
  readonly method: string;
  /** Scheme, host and path of the provider's own address, without the query. */
  readonly url: string;
  readonly query: URLSearchParams;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SimulatedAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as JSON. */
  readonly json?: unknown;
  /** The body as it is. */
  readonly text?: string;
}

/**
 * One way in which the provider fails, in its own dialect, and what that means to Patchbay. `answer` gets every request while
 * the fault is on, and answers those that it concerns; the others are answered as ever.
 */
export interface Fault {
  readonly name: string;
  readonly kind: 'permanent' | 'transient' | 'ours';
  /** The reason in detail, where a test can rely on it. */
  readonly reason?: string;
  /** Where it shows: when somebody connects, when the access token is renewed, or at a verification (and so at a connect too). */
  readonly shows: 'connect' | 'renew' | 'verify';
  /** Milliseconds that Patchbay has to wait before it asks again, where the provider says so. */
  readonly waitMs?: number;
  /** Words of the advice that the client is given besides the ordinary sentence. */
  readonly hint?: string;
  readonly answer: (request: SimulatedRequest) => SimulatedAnswer | undefined;
}

/** Input that leads to a connection, and the account that is then shown. */
export interface Way {
  readonly name: string;
  /** Empty for a provider with a consent page. */
  readonly fields: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  /** The account that a verification finds. */
  readonly account: string | null;
}

/** One provider's side of the wire. Every unexpected header, parameter or field of a request is an error: see `expected`. */
export interface Simulator {
  /** The provider value. */
  readonly provider: string;
  /** The beginnings of the addresses that it answers, for `endpoints` of `PROVIDERS_FILE`. */
  readonly addresses: readonly string[];
  /** What an installation is configured with. */
  readonly installation: {
    readonly clientId?: string;
    readonly clientSecret?: string;
    readonly app?: Readonly<Record<string, string>>;
  };
  /** At least one for each group of alternative fields, and for each setting that changes which account is shown. */
  readonly ways: readonly [Way, ...Way[]];
  readonly faults: readonly Fault[];
  /** Whether access tokens can be renewed, and whether an authorization can be revoked. */
  readonly renews: boolean;
  readonly revokes: boolean;
  /** False where an access token can be renewed only as long as it is valid. Default true. */
  readonly renewsAfterEnd?: boolean;
  /** Answers a request; throws what `expected` throws where the request is not as the provider wants it. */
  answer(request: SimulatedRequest): SimulatedAnswer;
  /** Every access token given so far is refused from now on, as if its time were over. */
  expireAccessTokens?(): void;
  /** Whether the authorization was revoked at the provider. */
  isRevoked?(): boolean;
  /** Every secret that it has given out: none may be found outside of sealed values. */
  secrets(): readonly string[];
}
