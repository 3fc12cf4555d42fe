import type { Asset } from '@patchbay/http/asset';
import type { Clients } from './clients.ts';
import type { Cookie, SessionCookie } from './credentials/cookie.ts';
import type { Can } from './operation/can.ts';
import type { TrustedOrigins } from './request/trusted-origins.ts';

/** `commit` and `builtAt` are null where the configuration does not set them. */
export interface Build {
  readonly name: string;
  readonly version: string;
  readonly commit: string | null;
  readonly builtAt: string | null;
}

/** What the handlers of operations get. */
export interface Services extends Clients {
  /** Resolves to the names of the services behind the gateway that are not ready. */
  readonly notReady: () => Promise<readonly string[]>;
  readonly build: Build;
  readonly openApi: Asset;
  readonly can: Can;
  readonly sessionCookie: SessionCookie;
  /** Holds the flow of a provider sign-in, sealed by identity, until the provider sends the browser back. */
  readonly signInCookie: Cookie;
  /** Holds the proof, sealed by identity, that this browser has signed up for a provider. */
  readonly signUpCookie: Cookie;
  readonly trustedOrigins: TrustedOrigins;
  /** Address of the Portal, where a sign-in without a `callbackURL` lands. */
  readonly portalUrl: string;
}
