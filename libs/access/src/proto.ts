import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Access as AccessMessage, AccessSchema } from '@patchbay/contracts/patchbay/common/v1/access';
import { Role as RoleValue } from '@patchbay/contracts/patchbay/common/v1/role';
import {
  type AuthenticateApiKeyResponse,
  ApiKeyLevel as KeyLevelValue,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { internal } from '@patchbay/errors/failure';
import type { Access } from './access.ts';
import { type ApiKeyCaller, type KeyLevel, keyLevels } from './caller.ts';
import { type Role, roles, type WorkspaceRole } from './role.ts';

const roleValues: Readonly<Record<Role, RoleValue>> = {
  admin: RoleValue.ADMIN,
  member: RoleValue.MEMBER,
  viewer: RoleValue.VIEWER,
  guest: RoleValue.GUEST,
};

export const roleToProto = (role: Role): RoleValue => roleValues[role];

/** Undefined for a value that is no role: unspecified, or added after this code was built. */
export const knownRole = (value: RoleValue): Role | undefined =>
  roles.find((role) => roleValues[role] === value);

/** The role in a response; throws if there is none, because services always send one. */
export function roleFromProto(value: RoleValue): Role {
  const role = knownRole(value);
  if (role === undefined) throw internal(`a service sent the role ${value}`);
  return role;
}

/** The role of a workspace in a response; throws if there is none or it is guest. */
export function workspaceRoleFromProto(value: RoleValue): WorkspaceRole {
  const role = roleFromProto(value);
  if (role === 'guest') throw internal('a service sent a guest of a workspace');
  return role;
}

const keyLevelValues: Readonly<Record<KeyLevel, KeyLevelValue>> = {
  user: KeyLevelValue.USER,
  organization: KeyLevelValue.ORGANIZATION,
  workspace: KeyLevelValue.WORKSPACE,
};

export const keyLevelToProto = (level: KeyLevel): KeyLevelValue => keyLevelValues[level];

/** Undefined for a value that is no level. */
export const knownKeyLevel = (value: KeyLevelValue): KeyLevel | undefined =>
  keyLevels.find((level) => keyLevelValues[level] === value);

/** The level in a response; throws if there is none, because services always send one. */
export function keyLevelFromProto(value: KeyLevelValue): KeyLevel {
  const level = knownKeyLevel(value);
  if (level === undefined) throw internal(`a service sent the key level ${value}`);
  return level;
}

/** The caller that a valid API key stands for, from the response of organization. */
export const apiKeyCallerFromProto = (response: AuthenticateApiKeyResponse): ApiKeyCaller => ({
  type: 'api_key',
  keyId: response.keyId,
  // Empty if organization is of a version that knows no lines.
  lineId: response.lineId || response.keyId,
  prefix: response.prefix,
  level: keyLevelFromProto(response.level),
  role: response.role === RoleValue.UNSPECIFIED ? null : roleFromProto(response.role),
  organizationId: response.organizationId,
  workspaceId: response.workspaceId || null,
  creator: { userId: response.creatorUserId, email: response.creatorEmail, name: response.creatorName },
});

interface ResourceAccess<AnyRole> {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: AnyRole;
}

/** Copies only these fields, with another role. */
const withRole = <AnyRole>(
  { id, slug, name }: ResourceAccess<unknown>,
  role: AnyRole,
): ResourceAccess<AnyRole> => ({
  id,
  slug,
  name,
  role,
});

const domainOf = ({ domain }: { readonly domain?: string | null | undefined }) => (domain ? { domain } : {});

export const accessToProto = ({
  organization,
  workspace,
}: Access): MessageInitShape<typeof AccessSchema> => ({
  organization: {
    ...withRole(organization, roleToProto(organization.role)),
    ...domainOf(organization),
  },
  ...(workspace && { workspace: withRole(workspace, roleToProto(workspace.role)) }),
});

/** The access in a response of the organization service. */
export function accessFromProto({ organization, workspace }: AccessMessage): Access {
  if (organization === undefined) throw internal('organization sent access without an organization');
  return {
    organization: {
      ...withRole(organization, roleFromProto(organization.role)),
      ...domainOf(organization),
    },
    ...(workspace && { workspace: withRole(workspace, workspaceRoleFromProto(workspace.role)) }),
  };
}
