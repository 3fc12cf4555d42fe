/** Every action of the trail, and its meaning. `docs/events.md` is generated from it. */
export const actions = {
  'user.updated': 'A person changed their display name',
  'user.signed_in': 'A person opened a session',
  'user.signed_out': 'A person ended their session',
  'session.revoked':
    'A session was ended by its person, by a sign-in in its browser, for guessing device codes, or by an operator of the installation; `metadata.reason` says which of the last three',
  'user.deleted': 'A person deleted their account',
  'user.suspended':
    'An operator of the installation suspended a person; `metadata.operator` says who, and why',
  'user.resumed':
    'An operator of the installation ended the suspension of a person; `metadata.operator` says who, and why',
  'user.inspected':
    'An operator of the installation looked at what is stored about a person; `metadata.operator` says who, and why',
  'passkey.created': 'A person added a passkey',
  'passkey.deleted':
    'A person deleted a passkey, or an operator of the installation did; `metadata.operator` says who, and why',
  'passkey.suspended':
    'A passkey was ended because its counter went back: it may have been copied; `metadata.counter` is the count before, `metadata.received` the one that was sent',
  'organization.created': 'A sign-up became an organization',
  'organization.updated':
    'The name, the domain role or the demand for passkeys of the organization was changed',
  'organization.closed':
    'An admin, or an operator of the installation, asked for the deletion of the organization; `metadata.deletesAt` says when',
  'organization.restored': 'A closed organization was opened again',
  'organization.deleted': 'A closed organization was deleted, with everything in it',
  'organization.suspended':
    'An operator of the installation suspended the organization; `metadata.operator` says who, and why',
  'organization.resumed':
    'An operator of the installation ended the suspension of the organization; `metadata.operator` says who, and why, `metadata.deletesAt` when a closed one is deleted now',
  'organization.inspected':
    'An operator of the installation looked at what is stored about the organization; `metadata.operator` says who, and why',
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
  'workspace.deleted':
    'A workspace was deleted, with everything in it; `metadata` counts what, with null for what could not be counted',
  'workspace_member.added': 'A person was assigned to a workspace',
  'workspace_member.role_changed': "An assignment's role was changed",
  'workspace_member.removed': 'An assignment was dropped',
  'api_key.created': 'An API key was created',
  'api_key.updated': 'An API key was renamed',
  'api_key.disabled': 'An API key was disabled',
  'api_key.enabled': 'An API key was enabled again',
  'api_key.rotated': 'An API key was replaced by a new one',
  'api_key.revoked':
    'An API key was ended for good; `metadata.lineEnded`: none of the keys that it was rotated from or to lives on',
  'integration.created': 'An integration was created, with its connect link',
  'integration.updated': 'Name, settings or return address of an integration were changed',
  'integration.deleted': 'An integration and its credentials were destroyed',
  'integration.connect_link_issued': 'A new connect link replaced the one before',
  'integration.connect_link_revoked': 'A connect link was withdrawn',
  'integration.connected': 'An integration was connected to an account',
  'integration.accounts_chosen':
    'The client chose the accounts that may be used; `metadata.accounts` lists them, and is null for every account, now and later',
  'integration.connect_failed': 'An attempt to connect did not succeed; `metadata.kind` says why',
  'integration.status_changed':
    'A verification changed the status of an integration; `metadata.status` is the new one',
  'integration.authorization_ending':
    'An authorization will end soon; `metadata.endsAt` says when, and `metadata.daysLeft` is 7 or 1',
  'integration.disabled': 'An integration was disabled',
  'integration.used': 'Somebody read through an integration for the first time in a UTC day',
  'integration.request_sent':
    'A change was sent to the provider; `metadata.status` is its answer, null where that was never learned',
  'grant.created': 'An API key was allowed to use an integration',
  'grant.revoked':
    'An API key was no longer allowed to use an integration; `metadata.reason` is `key_ended` if the key was revoked, and `accounts_changed` if a new connection or a choice of its client changed the accounts that it was for',
  'integration.enabled': 'An integration was enabled again; `metadata.status` is the status reached',
  'webhook.created': 'A webhook was created',
  'webhook.updated': 'Address, description, filter or status of a webhook were changed',
  'webhook.deleted': 'A webhook was deleted',
  'webhook.secret_rotated':
    'A webhook got a new secret; `metadata.graceHours` says how long the old one signs too',
  'webhook.disabled':
    'A webhook was disabled because nothing could be delivered to it; `metadata.reason` is `gone` or `failing`',
} as const;

export type Action = keyof typeof actions;

/** What an entry of the trail can be about: the values of `target.type`. */
export const targetTypes = [
  'user',
  'session',
  'passkey',
  'organization',
  'member',
  'invitation',
  'workspace',
  'workspace_member',
  'api_key',
  'integration',
  'grant',
  'webhook',
] as const;

export type TargetType = (typeof targetTypes)[number];

/**
 * Actions that also happen without a request, and what causes them: the actor is `system`. Every other entry comes from an operation
 * that declares its action.
 */
export const backgroundActions = {
  'session.revoked': 'an operator',
  'passkey.deleted': 'an operator',
  'user.suspended': 'an operator',
  'user.resumed': 'an operator',
  'user.inspected': 'an operator',
  'organization.closed': 'an operator',
  'organization.deleted': 'a closed organization whose time has come',
  'organization.suspended': 'an operator',
  'organization.resumed': 'an operator',
  'organization.inspected': 'an operator',
  'integration.status_changed': 'verification in the background',
  'integration.authorization_ending': 'a look at the authorizations that end soon',
  'webhook.disabled': 'deliveries that fail',
} as const satisfies Partial<Readonly<Record<Action, string>>>;
