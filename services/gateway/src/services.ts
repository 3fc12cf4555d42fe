import type { Principal } from '@patchbay/access/caller';
import type { Role } from '@patchbay/access/role';
import type { Rule } from '@patchbay/access/rules';
import type { Asset } from '@patchbay/http/asset';
import type { Clients } from './clients.ts';
import type { Cookie, SessionCookie } from './request/cookie.ts';
import type { TrustedOrigins } from './request/trusted-origins.ts';

/** `commit` and `builtAt` are null where the configuration does not set them. */
export interface Build {
  readonly name: string;
  readonly version: string;
  readonly commit: string | null;
  readonly builtAt: string | null;
}

/** The caller's roles, by the scopes of rules. An operation whose scope has no role is not allowed. */
export type Roles = Readonly<Record<Rule['scope'], Role | undefined>>;

/** What refuses callers in an organization whatever their role is. */
export interface OrganizationState {
  readonly isClosed: boolean;
  readonly requiresPasskey: boolean;
}

/**
 * The ids of the operations under the path of an organization, or of a workspace, that a caller may call now, in the order of the list.
 * The operations of a workspace are not among those of its organization. `orSelf` does not count: everybody with a session has it, so it
 * would hide whether the role is enough for others.
 */
export interface Can {
  inOrganization(role: Role, caller: Principal, state: OrganizationState): string[];
  /** Of an open organization that does not turn the caller away: in any other nobody can read a workspace. */
  inWorkspace(roles: Roles, caller: Principal): string[];
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
