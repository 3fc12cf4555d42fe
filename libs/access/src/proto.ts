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

/** Undefined for a value that names no role: unspecified, or newer than this code. */
export const knownRole = (value: RoleValue): Role | undefined =>
  roles.find((role) => roleValues[role] === value);

/** A role in an answer of a service, which always sends one. */
export function roleFromProto(value: RoleValue): Role {
  const role = knownRole(value);
  if (role === undefined) throw internal(`a service sent the role ${value}`);
  return role;
}

/** A role in a workspace, in an answer of a service. */
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

/** Undefined for a value that names no level. */
export const knownKeyLevel = (value: KeyLevelValue): KeyLevel | undefined =>
  keyLevels.find((level) => keyLevelValues[level] === value);

/** A level in an answer of a service, which always sends one. */
export function keyLevelFromProto(value: KeyLevelValue): KeyLevel {
  const level = knownKeyLevel(value);
  if (level === undefined) throw internal(`a service sent the key level ${value}`);
  return level;
}

/** The caller behind a key that works, as organization answered it. */
export const apiKeyCallerFromProto = (found: AuthenticateApiKeyResponse): ApiKeyCaller => ({
  type: 'api_key',
  keyId: found.keyId,
  prefix: found.prefix,
  level: keyLevelFromProto(found.level),
  role: found.role === RoleValue.UNSPECIFIED ? null : roleFromProto(found.role),
  organizationId: found.organizationId,
  workspaceId: found.workspaceId || null,
  creator: { userId: found.creatorUserId, email: found.creatorEmail, name: found.creatorName },
});

interface Place<AnyRole> {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: AnyRole;
}

/** Leaves out what else is known of the place. */
const placeWith = <AnyRole>({ id, slug, name }: Place<unknown>, role: AnyRole): Place<AnyRole> => ({
  id,
  slug,
  name,
  role,
});

export const accessToProto = ({
  organization,
  workspace,
}: Access): MessageInitShape<typeof AccessSchema> => ({
  organization: placeWith(organization, roleToProto(organization.role)),
  ...(workspace && { workspace: placeWith(workspace, roleToProto(workspace.role)) }),
});

/** Access in an answer of the organization service. */
export function accessFromProto({ organization, workspace }: AccessMessage): Access {
  if (organization === undefined) throw internal('organization sent access without an organization');
  return {
    organization: placeWith(organization, roleFromProto(organization.role)),
    ...(workspace && { workspace: placeWith(workspace, workspaceRoleFromProto(workspace.role)) }),
  };
}
