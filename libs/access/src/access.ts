import type { Role, WorkspaceRole } from './role.ts';

/** An organization, and the caller's role in it. */
export interface OrganizationAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
}

/** A workspace, and the caller's effective role in it: the higher of the inherited and the assigned one. */
export interface WorkspaceAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: WorkspaceRole;
}

/** What a request's path names and the caller may see, as the organization service resolved it for this request. */
export interface Access {
  readonly organization: OrganizationAccess;
  /** Left out where the path names no workspace. */
  readonly workspace?: WorkspaceAccess;
}

/** Access that is known to have a role in a scope: in `workspace`, under a path that names one. */
export type AccessIn<Scope extends keyof Access> = Access & {
  readonly [S in Scope]: Required<Access>[S];
};

export const hasAccessIn = <Scope extends keyof Access>(
  access: Access | undefined,
  scope: Scope,
): access is AccessIn<Scope> => access?.[scope] !== undefined;
