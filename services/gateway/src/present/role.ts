import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { internal } from '@patchbay/errors/failure';
import type { Role as RoleName } from '@patchbay/rpc/caller';

const values = { admin: Role.ADMIN, member: Role.MEMBER, viewer: Role.VIEWER, guest: Role.GUEST };

export const roleValue = (name: RoleName): Role => values[name];

export function roleName(role: Role): RoleName {
  switch (role) {
    case Role.ADMIN:
      return 'admin';
    case Role.MEMBER:
      return 'member';
    case Role.VIEWER:
      return 'viewer';
    case Role.GUEST:
      return 'guest';
    case Role.UNSPECIFIED:
    default:
      throw internal(`a service sent the role ${role}`);
  }
}

/** Nobody is a guest in a workspace. */
export function workspaceRoleName(role: Role): Exclude<RoleName, 'guest'> {
  const name = roleName(role);
  if (name === 'guest') throw internal('a service sent a guest of a workspace');
  return name;
}
