import { Role as RoleProto } from '@patchbay/contracts/patchbay/common/v1/role';
import { invalid, notFound } from '@patchbay/errors/failure';
import { validate as isUuid } from 'uuid';
import type { WorkspaceRole } from '../domain/access.ts';

/** An id out of a path: one that is malformed names nothing. */
export function idOf(text: string): string {
  if (!isUuid(text)) throw notFound('a malformed id');
  return text.toLowerCase();
}

/** A role that somebody can be given. */
export function roleOf(role: RoleProto): WorkspaceRole {
  switch (role) {
    case RoleProto.ADMIN:
      return 'admin';
    case RoleProto.MEMBER:
      return 'member';
    case RoleProto.VIEWER:
      return 'viewer';
    default:
      throw invalid({ path: 'role', message: 'must be admin, member or viewer' });
  }
}
