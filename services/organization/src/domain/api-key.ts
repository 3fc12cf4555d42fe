import type { KeyLevel, Person } from '@patchbay/access/caller';
import type { Role, WorkspaceRole } from '@patchbay/access/role';
import { conflict } from '@patchbay/errors/failure';
import type { Change, DomainEvent } from '@patchbay/trail/domain-event';
import { nameOf } from './name.ts';

export type ApiKeyStatus = 'active' | 'disabled' | 'revoked';

export interface ApiKey {
  readonly id: string;
  /** The id of the first key of its rotations: the same for a key and its replacements. */
  readonly lineId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly prefix: string;
  readonly level: KeyLevel;
  /** Null at level `user`: the key has its creator's current role. */
  readonly role: WorkspaceRole | null;
  /** Null unless the level is `workspace`. */
  readonly workspace: { readonly id: string; readonly slug: string; readonly name: string } | null;
  readonly creator: Person;
  /** The stored one, which does not say that the key has expired: see `statusOf`. */
  readonly status: ApiKeyStatus;
  readonly createdAt: Date;
  /** Null: the key never expires. */
  readonly expiresAt: Date | null;
  /** When the key was replaced. With a grace window it works until `expiresAt`. */
  readonly rotatedAt: Date | null;
  /** The id of the replacement. */
  readonly replacedBy: string | null;
  readonly revokedAt: Date | null;
  readonly lastRequestAt: Date | null;
}

/** The changed key. No events: nothing changed. */
export interface KeyChange {
  readonly key: ApiKey;
  readonly events: DomainEvent[];
}

/** The effective status: an active or disabled key is expired from `expiresAt` on. */
export function statusOf(
  { status, expiresAt }: Pick<ApiKey, 'status' | 'expiresAt'>,
  now: Date,
): ApiKeyStatus | 'expired' {
  if (status === 'revoked') return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : status;
}

/**
 * True if the caller may see and manage the key: its creator may, admins of the organization unless its level is `user`,
 * and for a workspace-level key admins of that workspace. `assigned`: the caller's assigned role in the key's workspace.
 */
export function mayManage(
  caller: { readonly userId: string; readonly role: Role; readonly assigned: WorkspaceRole | null },
  { level, creator }: Pick<ApiKey, 'level' | 'creator'>,
): boolean {
  if (creator.userId === caller.userId) return true;
  if (level === 'user') return false;
  return caller.role === 'admin' || (level === 'workspace' && caller.assigned === 'admin');
}

/** The event holds the prefix of the key, never the secret. */
export function apiKeyEvent(
  action: Extract<DomainEvent['action'], `api_key.${string}`>,
  { id, organizationId, name, workspace, prefix }: ApiKey,
  changes: readonly Change[],
  metadata: NonNullable<DomainEvent['metadata']> = {},
): DomainEvent {
  return {
    action,
    about: { organizationId },
    ...(workspace && { workspace }),
    target: { type: 'api_key', id, name },
    changes,
    metadata: { prefix, ...metadata },
  };
}

export const timeOf = (date: Date | null): string | null => date && date.toISOString();

type Asked = Pick<
  ApiKey,
  'id' | 'organizationId' | 'name' | 'prefix' | 'level' | 'role' | 'workspace' | 'creator' | 'expiresAt'
>;

/** A key that begins to work now, with a name that was checked before. */
export const activeKey = (asked: Asked & Pick<ApiKey, 'lineId'>, now: Date): ApiKey => ({
  ...asked,
  status: 'active',
  createdAt: now,
  rotatedAt: null,
  replacedBy: null,
  revokedAt: null,
  lastRequestAt: null,
});

export function newApiKey(asked: Asked, now: Date): KeyChange {
  const key = activeKey({ ...asked, lineId: asked.id, name: nameOf(asked.name) }, now);
  const { name, level, role, expiresAt } = key;
  const changes = [
    { field: 'name', before: null, after: name },
    { field: 'level', before: null, after: level },
    { field: 'role', before: null, after: role },
    { field: 'expiresAt', before: null, after: timeOf(expiresAt) },
  ];
  return { key, events: [apiKeyEvent('api_key.created', key, changes)] };
}

/** No event where the name stays the same. */
export function rename(key: ApiKey, text: string): KeyChange {
  const name = nameOf(text);
  if (name === key.name) return { key, events: [] };
  const renamed = { ...key, name };
  return {
    key: renamed,
    events: [apiKeyEvent('api_key.updated', renamed, [{ field: 'name', before: key.name, after: name }])],
  };
}

/** Revoked and expired keys can be neither enabled nor disabled. */
function refuseRevokedOrExpired(key: ApiKey, now: Date): void {
  const status = statusOf(key, now);
  if (status === 'revoked') throw conflict('The API key was revoked, which is final. Create a new one.');
  if (status === 'expired') throw conflict('The API key has expired. Create a new one.');
}

function setStatus(key: ApiKey, status: 'active' | 'disabled', now: Date): KeyChange {
  refuseRevokedOrExpired(key, now);
  if (key.status === status) return { key, events: [] };
  const action = status === 'active' ? 'api_key.enabled' : 'api_key.disabled';
  return {
    key: { ...key, status },
    events: [apiKeyEvent(action, key, [{ field: 'status', before: key.status, after: status }])],
  };
}

export const disable = (key: ApiKey, now: Date): KeyChange => setStatus(key, 'disabled', now);
export const enable = (key: ApiKey, now: Date): KeyChange => setStatus(key, 'active', now);

/**
 * `lineEnded`: no other key of the line is live, so that what was granted to the line ends. `because`: the removal that caused it;
 * undefined where a caller revoked the key itself.
 */
export function revoke(
  key: ApiKey,
  now: Date,
  lineEnded: boolean,
  because?: 'member_removed' | 'workspace_member_removed',
): KeyChange {
  if (key.status === 'revoked') return { key, events: [] };
  const changes = [{ field: 'status', before: statusOf(key, now), after: 'revoked' }];
  const metadata = { lineId: key.lineId, lineEnded, ...(because && { because }) };
  return {
    key: { ...key, status: 'revoked', revokedAt: now },
    events: [apiKeyEvent('api_key.revoked', key, changes, metadata)],
  };
}
