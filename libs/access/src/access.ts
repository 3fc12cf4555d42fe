import type { Role, WorkspaceRole } from './role.ts';

/** An organization as somebody who may see it finds it: with the role they have in it. */
export interface OrganizationAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
}

/** The same of a workspace: the role is the effective one, the higher of the inherited and the assigned. */
export interface WorkspaceAccess {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: WorkspaceRole;
}

/** What a caller may see and do where a path leads, as the organization service resolved it for one request. */
export interface Access {
  readonly organization: OrganizationAccess;
  /** Where the path names one. */
  readonly workspace?: WorkspaceAccess;
}
