import type { Call } from './call.ts';
import type { Credentials, Values } from './credentials.ts';

/** Patchbay's OAuth client at a provider. */
export interface OauthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** App-level values of an installation besides the client, by their names in `PROVIDERS_FILE`. */
export type AppValueName = 'developerToken' | 'apiVersion';

/** What a connector works with; made once for each provider when the process starts. */
export interface ConnectorEnvironment {
  /** Undefined where this installation has none. */
  readonly client: OauthClient | undefined;
  readonly app: Readonly<Partial<Record<AppValueName, string>>>;
  readonly call: Call;
  /** An address of the provider as this installation is configured; for pages that a browser is sent to. `call` applies it itself. */
  readonly address: (url: string) => string;
  readonly now: () => Date;
}

/** What is known when a person is asked for consent. */
export interface ConsentRequest {
  readonly settings: Values;
  readonly redirectUri: string;
  readonly state: string;
  /** For a connector that takes PKCE: the S256 challenge. */
  readonly codeChallenge?: string;
}

/** What came back from a consent. */
export interface Grant {
  readonly settings: Values;
  readonly redirectUri: string;
  readonly code: string;
  /** For a connector that takes PKCE. */
  readonly codeVerifier?: string;
}

/** Authorization by a consent page of the provider. */
export interface Consent {
  /** Whether the provider takes PKCE with S256. */
  readonly pkce: boolean;
  authorizationUrl(request: ConsentRequest): string;
  exchange(grant: Grant, signal: AbortSignal): Promise<Credentials>;
}

/** Settings (with defaults for those that were left out) and credentials of an integration. */
export interface Connection {
  readonly settings: Values;
  readonly credentials: Credentials;
}

/** The account that a verification found. */
export interface Account {
  /** Null where the provider tells none. */
  readonly name: string | null;
}

/** How one provider authorizes and is verified. Every method ends well or throws a `ProviderFailure`. */
export interface Connector {
  /** For `oauth` providers. */
  readonly consent?: Consent;
  /** For `credentials` providers: makes credentials of the connect fields as entered. May call the provider. */
  login?(fields: Values, settings: Values, signal: AbortSignal): Promise<Credentials>;
  /** Gets a new access token; what the answer leaves out is kept. Left out where a provider has no way to do so. */
  renew?(connection: Connection, signal: AbortSignal): Promise<Credentials>;
  /** Finds the account, without changing anything at the provider. */
  verify(connection: Connection, signal: AbortSignal): Promise<Account>;
  /**
   * When the authorization ends by what the settings say; left out, or null: when the credentials do. It is warned of and looked at
   * then, but only the provider decides whether it has ended: settings may be wrong.
   */
  endsAt?(connection: Connection): Date | null;
  /** Ends the authorization at the provider; one that has ended already is a success. Left out where there is no way to. */
  revoke?(connection: Connection, signal: AbortSignal): Promise<void>;
}
