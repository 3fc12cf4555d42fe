import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { internal } from '@patchbay/errors/failure';
import type { Role as RoleName } from '@patchbay/rpc/caller';

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
