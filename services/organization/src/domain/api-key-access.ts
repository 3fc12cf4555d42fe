import { type Role, reaches, type WorkspaceRole } from '@patchbay/access/role';
import { inWorkspace } from '@patchbay/access/rules';
import { type FieldProblem, invalid, unauthenticated } from '@patchbay/errors/failure';
import type { RefusalReason } from '@patchbay/errors/refusal';
import { effectiveRole, type Standing } from './access.ts';
import { type ApiKey, statusOf } from './api-key.ts';
import { refuseSuspended } from './closing.ts';
import type { Organization } from './organization.ts';

/** A key, with the current roles of its creator and what its organization is. */
export interface KeyStanding
  extends Pick<ApiKey, 'level' | 'role' | 'status' | 'expiresAt'>,
    Pick<Organization, 'deletesAt' | 'suspendedReason'> {
  /** Null unless the level is `workspace`. */
  readonly ownWorkspaceId: string | null;
  /** The creator's role in the organization; null: the creator is not a member. */
  readonly creatorRole: Role | null;
  /** An operator has suspended the creator. */
  readonly creatorSuspended: boolean;
  /** The creator's assigned role in the key's own workspace. */
  readonly creatorAssigned: WorkspaceRole | null;
}

/** The same public text for every key that does not work, so that a caller cannot tell an unknown key from a revoked one. */
const unusableKey = (reason: RefusalReason) =>
  unauthenticated('The API key is unknown or no longer works.', reason);

/** 401 and not 404: operations on an organization accept no workspace-level key at all. */
export const workspaceKeyRefused = () =>
  unauthenticated(
    'A workspace-level API key works only in its workspace, not in the organization.',
    'key_level_not_accepted',
  );

/**
 * Undefined while the key is active, has not expired, and its organization is not closed. Keys of level `user` and `workspace` also
 * require that the creator still has access, and those of level `user` that the creator is not suspended. A key of level
 * `organization` works after its creator has left.
 */
export function whyUnusable(key: KeyStanding, now: Date): RefusalReason | undefined {
  const status = statusOf(key, now);
  if (status !== 'active') return `key_${status}`;
  if (key.deletesAt !== null) return 'key_organization_closed';
  const { level, creatorRole: role, creatorAssigned: assigned } = key;
  if (level === 'organization') return undefined;
  if (key.creatorSuspended) return 'key_creator_without_access';
  const hasAccess = role !== null && (level === 'user' || effectiveRole({ role, assigned }) !== null);
  return hasAccess ? undefined : 'key_creator_without_access';
}

/**
 * Returns a key that works; throws a 401 where it is unknown (undefined) or does not work, as in a closed organization, and a 403
 * where its organization is suspended.
 */
export function refuseUnusable<K extends KeyStanding>(key: K | undefined, now: Date): K {
  if (key === undefined) throw unusableKey('key_unknown');
  const reason = whyUnusable(key, now);
  if (reason !== undefined) throw unusableKey(reason);
  refuseSuspended(key);
  return key;
}

export const unknownGrantableKey = 'must be the id of an API key of this organization';

/**
 * Why a key may not be granted use of integrations of the workspace; undefined: it may. `role`: its role there; undefined where it
 * does not see the workspace. Those who ask are admins of the workspace, not holders of the key.
 */
export function whyUngrantable(
  key: KeyStanding,
  role: WorkspaceRole | undefined,
  now: Date,
): string | undefined {
  const status = statusOf(key, now);
  if (status !== 'active') return `must be an active API key: this one is ${status}`;
  if (role === undefined || whyUnusable(key, now) !== undefined)
    return 'must be an API key that has access to this workspace';
  if (!reaches(role, inWorkspace.useIntegrations.least))
    return `must be an API key with role member or admin in this workspace: this one is a ${role}`;
  return undefined;
}

/**
 * The roles of a key that works. `pathWorkspace`: the workspace that the path names, null where it names none, and the
 * creator's assigned role there. A workspace-level key has the roles of a guest who is assigned to its workspace.
 */
export function standingOf(
  { level, role, ownWorkspaceId, creatorRole }: KeyStanding,
  pathWorkspace: { readonly workspaceId: string | null; readonly assigned: WorkspaceRole | null },
): Standing {
  switch (level) {
    case 'organization':
      return { role: role ?? 'guest', assigned: null };
    case 'workspace':
      return { role: 'guest', assigned: ownWorkspaceId === pathWorkspace.workspaceId ? role : null };
    default:
      level satisfies 'user';
      return { role: creatorRole ?? 'guest', assigned: pathWorkspace.assigned };
  }
}

/** The level of a key, with its role and its workspace where the level has them. */
export type Scope =
  | { readonly level: 'user'; readonly role: null }
  | { readonly level: 'organization'; readonly role: WorkspaceRole }
  | { readonly level: 'workspace'; readonly role: WorkspaceRole; readonly workspaceSlug: string };

/** Validates the requested scope. `undefined` and an empty slug: not given. */
export function scopeOf({
  level,
  role,
  workspaceSlug,
}: {
  readonly level: Scope['level'] | undefined;
  readonly role: WorkspaceRole | undefined;
  readonly workspaceSlug: string;
}): Scope {
  const problems: FieldProblem[] = [];
  const refuse = (path: string, message: string): void => {
    problems.push({ path, message });
  };
  if (level === undefined) refuse('level', 'must be user, organization or workspace');
  if (level === 'user' && role !== undefined) {
    refuse('role', 'must be left out: a user-level key has the role of its creator');
  }
  if ((level === 'organization' || level === 'workspace') && role === undefined) {
    refuse('role', 'must be admin, member or viewer');
  }
  if (level === 'workspace' && workspaceSlug === '') refuse('workspaceSlug', 'is required at this level');
  if ((level === 'user' || level === 'organization') && workspaceSlug !== '') {
    refuse('workspaceSlug', 'must be left out: only workspace-level keys have one');
  }
  if (problems.length > 0) throw invalid(...problems);
  if (level === 'workspace' && role !== undefined) return { level, role, workspaceSlug };
  if (level === 'organization' && role !== undefined) return { level, role };
  return { level: 'user', role: null };
}

export const unknownWorkspace = () =>
  invalid({ path: 'workspaceSlug', message: 'must be a workspace that you can see' });
