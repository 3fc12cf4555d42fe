import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Role as RoleProto } from '@patchbay/contracts/patchbay/common/v1/role';
import type { Role } from '../domain/organization.ts';
import type { OrganizationWithRole } from '../store/organizations.ts';

export const roleToProto: Record<Role, RoleProto> = {
  admin: RoleProto.ADMIN,
  member: RoleProto.MEMBER,
  viewer: RoleProto.VIEWER,
  guest: RoleProto.GUEST,
};

export const presentOrganization = ({ id, slug, name, domain, createdAt, role }: OrganizationWithRole) => ({
  id,
  slug,
  name,
  role: roleToProto[role],
  ...(domain !== null && { domain }),
  createdAt: timestampFromDate(createdAt),
});
