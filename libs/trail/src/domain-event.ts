import type { Action, TargetType } from './action.ts';

/** A value in the trail: what JSON can say. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

export interface Change {
  readonly field: string;
  readonly before: Value;
  readonly after: Value;
}

/**
 * What happened, as the domain says it. Who did it, from where and in which request is added from the caller token when it
 * is recorded; an event with its own actor says it where the caller is not known yet, as at sign-in.
 */
export interface DomainEvent {
  /** One of the contract's actions. */
  readonly action: Action;
  /** The organization it belongs to, or the person where it concerns no single organization. */
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
  /** The person as they are now, for services that keep a snapshot. */
  readonly user?: { readonly id: string; readonly email: string; readonly name: string };
}
