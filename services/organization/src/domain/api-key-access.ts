import type { Role, WorkspaceRole } from '@patchbay/access/role';
import { unauthenticated } from '@patchbay/errors/failure';
import { effectiveRole, type Standing } from './access.ts';
import { type ApiKey, statusOf } from './api-key.ts';

/** A key, and what its creator is at this moment. */
export interface KeyStanding extends Pick<ApiKey, 'level' | 'role' | 'status' | 'expiresAt'> {
  /** At level `workspace` alone. */
  readonly ownWorkspaceId: string | null;
  /** The creator's role in the organization; null: they are not of it. */
  readonly creatorRole: Role | null;
  /** What the creator is assigned in the key's own workspace. */
  readonly creatorAssigned: WorkspaceRole | null;
}

/** The one sentence for every key that does not work: which of the reasons it is, is nobody's business. */
export const unusableKey = () => unauthenticated('The API key is unknown, or works no longer.');

/** Refused as a class of credential, and not as somebody who may not see the organization. */
export const workspaceKeyRefused = () =>
  unauthenticated('A workspace-level API key works in its workspace alone, not on the organization.');

/**
 * A key works while it is active and its time has not passed. One that acts for its creator, at level `user` or
 * `workspace`, needs the creator to have access still; an organization's outlives them.
 */
export function isUsable(key: KeyStanding, now: Date): boolean {
  if (statusOf(key, now) !== 'active') return false;
  const { level, creatorRole: role, creatorAssigned: assigned } = key;
  if (level === 'organization') return true;
  if (role === null) return false;
  return level === 'user' || effectiveRole({ role, assigned }) !== null;
}

/**
 * What a key that works is in its organization and, where one is looked at, in a workspace of it: `workspaceId`, with what
 * the creator is assigned there. A workspace's key is like a guest who is assigned to that workspace.
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
