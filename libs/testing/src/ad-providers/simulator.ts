/** A request, with the address of the real provider. */
export interface SimulatedRequest {
  readonly method: string;
  /** Scheme, host and path of the real address, without the query. */
  readonly url: string;
  readonly query: URLSearchParams;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SimulatedAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as JSON. */
  readonly json?: unknown;
  /** The body as text. */
  readonly text?: string;
  /** The body in parts, as fast as they are read. */
  readonly parts?: Iterable<Uint8Array>;
}

/**
 * A way in which the provider fails, in its own format, and what that means to Patchbay. While the fault is on, `answer` gets
 * every request and answers those that it concerns; the simulator answers the others.
 */
export interface Fault {
  readonly name: string;
  readonly kind: 'permanent' | 'transient' | 'ours';
  /** The failure reason, if a test can rely on it. */
  readonly reason?: string;
  /** When it shows: at a connect, at a renewal, or at a verification (and so at a connect, too). */
  readonly shows: 'connect' | 'renew' | 'verify';
  /** Milliseconds that the provider asks to wait. */
  readonly waitMs?: number;
  /** Words of the hint for the client. */
  readonly hint?: string;
  readonly answer: (request: SimulatedRequest) => SimulatedAnswer | undefined;
}

/** Input that connects, and the account that is shown then. */
export interface Way {
  readonly name: string;
  /** Empty for a provider with a consent page. */
  readonly fields: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  /** The account that a verification finds. */
  readonly account: string | null;
}

/** Without `fields` it is a way through the consent page. */
export const way = (
  name: string,
  account: string | null,
  settings: Way['settings'] = {},
  fields: Way['fields'] = {},
): Way => ({ name, account, settings, fields });

/** The provider side of the protocol. Every unexpected header, parameter or field of a request is an error: see `expected`. */
export interface Simulator {
  /** The provider value. */
  readonly provider: string;
  /** The prefixes of its addresses, for `endpoints` of `PROVIDERS_FILE`. */
  readonly addresses: readonly string[];
  /** The configuration of an installation. */
  readonly installation: {
    readonly clientId?: string;
    readonly clientSecret?: string;
    readonly app?: Readonly<Record<string, string>>;
  };
  /** At least one for each group of alternative fields, and for each setting that changes the account. */
  readonly ways: readonly [Way, ...Way[]];
  readonly faults: readonly Fault[];
  /** Whether access tokens can be renewed. */
  readonly renews: boolean;
  readonly revokes: boolean;
  /** False if an access token can be renewed only while it is valid. Default true. */
  readonly renewsAfterEnd?: boolean;
  /** Answers a request; throws an `UnexpectedRequest` for one that the provider would not accept. */
  answer(request: SimulatedRequest): SimulatedAnswer;
  /** Refuses every issued access token from now on, as if it had expired. */
  expireAccessTokens?(): void;
  /** Whether the authorization was revoked at the provider. */
  isRevoked?(): boolean;
  /** Every secret that it has issued: none may be found outside sealed values. */
  secrets(): readonly string[];
}
