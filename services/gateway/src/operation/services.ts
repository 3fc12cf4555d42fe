import type { Clients } from '../clients.ts';
import type { Asset } from './asset.ts';
import type { Cookie } from './cookie.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { TrustedOrigins } from './trusted-origins.ts';

/** What this build is; null where it was not told. */
export interface Build {
  readonly name: string;
  readonly version: string;
  readonly commit: string | null;
  readonly builtAt: string | null;
}

/** Everything an operation may use. */
export interface Services extends Clients {
  /** Resolves to the names of the services behind the gateway that are not ready. */
  readonly notReady: () => Promise<readonly string[]>;
  readonly build: Build;
  readonly openApi: Asset;
  readonly sessionCookie: SessionCookie;
  /** Holds what a browser has to bring back from a provider, sealed by identity. */
  readonly signInCookie: Cookie;
  readonly trustedOrigins: TrustedOrigins;
  /** Where people are sent who do not say where they want to go. */
  readonly portalUrl: string;
}
