import { knownRole } from '@patchbay/access/proto';
import type { WorkspaceRole } from '@patchbay/access/role';
import type { Role as RoleValue } from '@patchbay/contracts/patchbay/common/v1/role';
import { invalid, notFound } from '@patchbay/errors/failure';
import { validate as isUuid } from 'uuid';

/** An id from a path, in lower case. A malformed one is a 404, as an unknown one is. */
export function idOf(text: string): string {
  if (!isUuid(text)) throw notFound('a malformed id');
  return text.toLowerCase();
}

/** A role that can be given to a person: any but guest. */
export function roleOf(value: RoleValue): WorkspaceRole {
  const role = knownRole(value);
  if (role === undefined || role === 'guest') {
    throw invalid({ path: 'role', message: 'must be admin, member or viewer' });
  }
  return role;
}
