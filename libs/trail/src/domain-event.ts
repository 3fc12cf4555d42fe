import type { Action, TargetType } from './action.ts';

/** A JSON value. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

export interface Change {
  readonly field: string;
  readonly before: Value;
  readonly after: Value;
}

/** The person who ran an operator's command, and the reason that they gave: `metadata.operator` of the entries of that command. */
export type Operator = {
  readonly by: string;
  readonly reason: string;
};

/**
 * What happened, without the request. The outbox adds actor, client address, user agent and request id from the caller
 * token. An event sets `actor` itself if the token names no user yet, as at sign-in.
 */
export interface DomainEvent {
  /** One of the contract's actions. */
  readonly action: Action;
  /** The organization it belongs to, or the person if it concerns no single organization. */
  readonly about: { readonly organizationId: string } | { readonly userId: string };
  readonly target: { readonly type: TargetType; readonly id: string; readonly name: string };
  readonly workspace?: { readonly id: string; readonly slug: string; readonly name: string };
  readonly changes?: readonly Change[];
  readonly metadata?: { readonly [name: string]: Value };
  readonly actor?: {
    readonly type: 'user';
    readonly id: string;
    readonly email: string;
    readonly name: string;
  };
  /** The person after the event, for services that keep a copy. */
  readonly user?: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    /** Increases with each change of name or address. */
    readonly version: number;
  };
}
