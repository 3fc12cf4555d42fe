import type { Clock } from '@patchbay/runtime/clock';
import type { Call } from './call.ts';
import type { AppValues, Credentials, Values } from './credentials.ts';
import type { UseAccess } from './use.ts';

/** Patchbay's OAuth client at a provider. */
export interface OauthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The environment of a connector, created once per provider. */
export interface ConnectorEnvironment {
  /** Undefined if this installation has none, and in the relay's program, which has no client secret. */
  readonly client: OauthClient | undefined;
  /** That of the client, also without its secret: `authorize` needs nothing else of it. */
  readonly clientId: string | undefined;
  readonly app: AppValues;
  readonly call: Call;
  /**
   * Replaces the prefix of an address by the `endpoints` of the installation, for pages that a browser opens. `call` does so
   * itself.
   */
  readonly address: (url: string) => string;
  readonly clock: Pick<Clock, 'now'>;
}

export interface ConsentRequest {
  readonly settings: Values;
  /** What the client is asked for; undefined: the same as before there was a choice. */
  readonly access?: UseAccess;
  readonly redirectUri: string;
  readonly state: string;
  /** The S256 challenge, for a connector with PKCE. */
  readonly codeChallenge?: string;
}

/** The authorization code of a consent, with the values that the exchange needs. */
export interface Grant {
  readonly settings: Values;
  /** As in the request. */
  readonly access?: UseAccess;
  readonly redirectUri: string;
  readonly code: string;
  /** For a connector with PKCE. */
  readonly codeVerifier?: string;
}

/** Authorization by a consent page of the provider. */
export interface Consent {
  /** Whether the provider supports PKCE with S256. */
  readonly pkce: boolean;
  authorizationUrl(request: ConsentRequest): string;
  exchange(grant: Grant, signal: AbortSignal): Promise<Credentials>;
}

/** Settings, including defaults, and credentials of an integration. */
export interface Connection {
  readonly settings: Values;
  readonly credentials: Credentials;
}

/** The account that a verification found. */
export interface Account {
  /** Null if the provider returns none. */
  readonly name: string | null;
}

/** What authorizes a request: added to what verifies, lists accounts or is relayed. */
export interface Authorization {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** An account that a connection reaches. What a provider does not tell is null. */
export interface ListedAccount {
  readonly id: string;
  readonly name: string | null;
  /** The provider's own word. */
  readonly type: string;
  readonly currency: string | null;
  readonly timeZone: string | null;
  readonly status: string | null;
  readonly parentId: string | null;
  /** The settings that name this account, the narrowest first; empty where none does. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Authorizes and verifies at one provider. Every method succeeds or throws a `ProviderFailure`. */
export interface Connector {
  /** For `oauth` providers. */
  readonly consent?: Consent;
  /** For `credentials` providers: creates credentials from the connect fields. May call the provider. */
  login?(fields: Values, settings: Values, signal: AbortSignal): Promise<Credentials>;
  /** Gets a new access token; secrets that the answer omits are kept. Undefined if the provider has no renewal. */
  renew?(connection: Connection, signal: AbortSignal): Promise<Credentials>;
  /** Throws a `ProviderFailure` where the installation lacks a value. */
  authorize(connection: Connection): Authorization;
  /** The accounts that the connection reaches, a page read where it is needed. Undefined if the provider has no list. */
  readonly listAccounts?: (connection: Connection, signal: AbortSignal) => AsyncIterable<ListedAccount>;
  /** Finds the account without changing anything at the provider. */
  verify(connection: Connection, signal: AbortSignal): Promise<Account>;
  /**
   * The end of the authorization according to the settings; null or no method: the end of the credentials. It is only used for
   * the warning and the schedule, because settings may be wrong: the provider decides.
   */
  endsAt?(connection: Connection): Date | null;
  /**
   * Ends the authorization at the provider; one that has already ended is a success. Undefined if the provider has no revocation.
   */
  revoke?(connection: Connection, signal: AbortSignal): Promise<void>;
}
