import type { Principal, UserCaller } from '@patchbay/access/caller';
import type { Session, User } from '@patchbay/contracts/patchbay/identity/v1/identity_service';

/** Which credentials an operation accepts; those sent to a `none` operation are ignored. */
export type Credentials = 'none' | 'session' | 'session or key';

/** The session that a request came with, as identity answered it for this request. */
export interface CurrentSession {
  readonly record: Session;
  readonly user: User;
  /** The browser attaches a cookie to requests from pages of any origin; it never attaches a bearer by itself. */
  readonly carrier: 'cookie' | 'bearer';
}

/** Types of caller and session, by the credentials that an operation accepts. */
export interface CallerBy {
  none: { readonly caller: undefined; readonly session: undefined };
  session: { readonly caller: UserCaller; readonly session: CurrentSession };
  'session or key': {
    readonly caller: Principal;
    /** Undefined where an API key calls. */
    readonly session: CurrentSession | undefined;
  };
}
