import { create } from '@bufbuild/protobuf';
import { AccessSchema } from '@patchbay/contracts/patchbay/common/v1/access';
import { Role as RoleValue } from '@patchbay/contracts/patchbay/common/v1/role';
import {
  AuthenticateApiKeyResponseSchema,
  ApiKeyLevel as KeyLevelValue,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { describe, expect, it } from 'vitest';
import { keyLevels } from './caller.ts';
import {
  accessFromProto,
  accessToProto,
  apiKeyCallerFromProto,
  keyLevelFromProto,
  keyLevelToProto,
  knownKeyLevel,
  knownRole,
  roleFromProto,
  roleToProto,
  workspaceRoleFromProto,
} from './proto.ts';
import { roles, workspaceRoles } from './role.ts';

const internal = expect.objectContaining({ code: 'internal' });

describe('roles and key levels', () => {
  it('roles and key levels are the same after a round trip', () => {
    expect(roles.map(roleToProto).map(roleFromProto)).toEqual(roles);
    expect(workspaceRoles.map(roleToProto).map(workspaceRoleFromProto)).toEqual(workspaceRoles);
    expect(keyLevels.map(keyLevelToProto).map(keyLevelFromProto)).toEqual(keyLevels);
  });

  it('an unspecified role or level is undefined in a request and an error in an answer', () => {
    expect(knownRole(RoleValue.UNSPECIFIED)).toBeUndefined();
    expect(knownKeyLevel(KeyLevelValue.UNSPECIFIED)).toBeUndefined();
    expect(() => roleFromProto(RoleValue.UNSPECIFIED)).toThrow(internal);
    expect(() => keyLevelFromProto(KeyLevelValue.UNSPECIFIED)).toThrow(internal);
  });

  it('a role of a workspace is never guest', () => {
    expect(() => workspaceRoleFromProto(RoleValue.GUEST)).toThrow(internal);
  });
});

describe('the caller of an API key', () => {
  const answer = { keyId: 'k2', level: KeyLevelValue.USER };
  const callerOf = (more: { lineId?: string }) =>
    apiKeyCallerFromProto(create(AuthenticateApiKeyResponseSchema, { ...answer, ...more }));

  it('the caller has the line of the answer, and without one the key is its own line', () => {
    expect(callerOf({ lineId: 'k1' })).toMatchObject({ keyId: 'k2', lineId: 'k1' });
    expect(callerOf({})).toMatchObject({ keyId: 'k2', lineId: 'k2' });
  });
});

describe('access', () => {
  const organization = { id: 'o1', slug: 'acme', name: 'Acme', role: 'guest' } as const;
  const workspace = { id: 'w1', slug: 'brand', name: 'Brand', role: 'admin' } as const;

  it.each([
    { organization },
    { organization: { ...organization, domain: 'acme.example' } },
    { organization, workspace },
  ])('access is the same after a round trip: %o', (access) => {
    expect(accessFromProto(create(AccessSchema, accessToProto(access)))).toEqual(access);
  });

  it('access has only the id, slug, name and role of a place, and the domain of an organization that has one', () => {
    const known = { ...organization, domain: null, createdAt: new Date() };
    expect(accessToProto({ organization: known }).organization).toEqual({
      ...organization,
      role: RoleValue.GUEST,
    });
  });

  it('access without an organization is an error', () => {
    expect(() => accessFromProto(create(AccessSchema))).toThrow(internal);
  });
});
