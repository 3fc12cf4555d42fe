import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Access as AccessMessage, AccessSchema } from '@patchbay/contracts/patchbay/common/v1/access';
import { Role as RoleValue } from '@patchbay/contracts/patchbay/common/v1/role';
import { internal } from '@patchbay/errors/failure';
import type { Access } from './access.ts';
import type { Role, WorkspaceRole } from './role.ts';

const values: Readonly<Record<Role, RoleValue>> = {
  admin: RoleValue.ADMIN,
  member: RoleValue.MEMBER,
  viewer: RoleValue.VIEWER,
  guest: RoleValue.GUEST,
};
const names = new Map(Object.entries(values).map(([name, value]) => [value, name as Role]));

export const roleToProto = (role: Role): RoleValue => values[role];

/** Undefined for a value that names no role: unspecified, or newer than this code. */
export const roleIn = (value: RoleValue): Role | undefined => names.get(value);

/** A role that a service always sends. */
export function roleFromProto(value: RoleValue): Role {
  const role = roleIn(value);
  if (role === undefined) throw internal(`a service sent the role ${value}`);
  return role;
}

/** The same in a workspace, where nobody is a guest. */
export function workspaceRoleFromProto(value: RoleValue): WorkspaceRole {
  const role = roleFromProto(value);
  if (role === 'guest') throw internal('a service sent a guest of a workspace');
  return role;
}

export const accessToProto = ({
  organization,
  workspace,
}: Access): MessageInitShape<typeof AccessSchema> => ({
  organization: { ...organization, role: roleToProto(organization.role) },
  ...(workspace && { workspace: { ...workspace, role: roleToProto(workspace.role) } }),
});

export function accessFromProto({ organization, workspace }: AccessMessage): Access {
  if (organization === undefined) throw internal('a service sent access to nothing');
  const { id, slug, name, role } = organization;
  return {
    organization: { id, slug, name, role: roleFromProto(role) },
    ...(workspace && {
      workspace: {
        id: workspace.id,
        slug: workspace.slug,
        name: workspace.name,
        role: workspaceRoleFromProto(workspace.role),
      },
    }),
  };
}
