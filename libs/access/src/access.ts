import type { Role, WorkspaceRole } from './role.ts';

/** An organization, and the caller's role in it. */
export interface OrganizationAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
  /** Of the founder's proven address; it never changes. Null or unset: the organization has none. */
  readonly domain?: string | null;
}

/** A workspace, and the caller's effective role in it: the higher of the inherited and the assigned one. */
export interface WorkspaceAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: WorkspaceRole;
}

/**
 * The organization and the workspace that a request's path names, with the caller's roles, as the organization service
 * resolved them for this request.
 */
export interface Access {
  readonly organization: OrganizationAccess;
  /** Unset if the path names no workspace. */
  readonly workspace?: WorkspaceAccess;
}

/** Access with a role in the scope: `workspace` is set if the scope is `workspace`. */
export type AccessIn<Scope extends keyof Access> = Access & {
  readonly [S in Scope]: Required<Access>[S];
};

export const hasAccessIn = <Scope extends keyof Access>(
  access: Access | undefined,
  scope: Scope,
): access is AccessIn<Scope> => access?.[scope] !== undefined;
