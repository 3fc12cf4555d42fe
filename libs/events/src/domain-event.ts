/** A value in the trail: what JSON can say. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

export interface Change {
  readonly field: string;
  readonly before: Value;
  readonly after: Value;
}

export type TargetType =
  | 'user'
  | 'session'
  | 'organization'
  | 'member'
  | 'invitation'
  | 'workspace'
  | 'workspace_member'
  | 'api_key'
  | 'integration';

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

/** Every action of the trail, and what it means. `docs/events.md` is made of it. */
export const actions = {
  'user.updated': 'A person changed their display name',
  'user.signed_in': 'A person opened a session',
  'user.signed_out': 'A person ended their session',
  'session.revoked': 'A session was ended by its person, or for guessing device codes',
  'organization.created': 'A sign-up became an organization',
  'organization.updated': 'The organization was renamed',
  'member.added': 'A person became a member',
  'member.role_changed': "A member's role was changed",
  'member.removed': 'A member left or was removed',
  'invitation.created': 'Somebody was invited',
  'invitation.resent': 'An invitation was sent again',
  'invitation.accepted': 'An invitation was accepted',
  'invitation.declined': 'An invitation was declined',
  'invitation.canceled': 'An invitation was withdrawn',
  'workspace.created': 'A workspace was created',
  'workspace.updated': 'A workspace was renamed',
  'workspace_member.added': 'A person was assigned to a workspace',
  'workspace_member.role_changed': "An assignment's role was changed",
  'workspace_member.removed': 'An assignment was dropped',
  'api_key.created': 'An API key was created',
  'api_key.updated': 'An API key was renamed',
  'api_key.disabled': 'An API key was disabled',
  'api_key.enabled': 'An API key was enabled again',
  'api_key.rotated': 'An API key was replaced by a new one',
  'api_key.revoked': 'An API key was ended for good',
  'integration.created': 'An integration was created, with its connect link',
  'integration.updated': 'Name, settings or return address of an integration were changed',
  'integration.deleted': 'An integration and its credentials were destroyed',
  'integration.connect_link_issued': 'A new connect link replaced the one before',
  'integration.connect_link_revoked': 'A connect link was withdrawn',
  'integration.connected': 'An integration was connected to an account',
  'integration.connect_failed': 'An attempt to connect did not succeed; `metadata.kind` says why',
  'integration.status_changed': 'A verification changed the status of an integration',
  'integration.disabled': 'An integration was disabled',
  'integration.enabled': 'An integration was enabled again; `metadata.status` is the status reached',
} as const;

export type Action = keyof typeof actions;
