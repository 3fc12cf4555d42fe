import { roleFromProto } from '@patchbay/access/proto';
import type { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type {
  Member,
  Organization as OrganizationMessage,
} from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { Organization } from '../schemas/organization.ts';
import type { OrganizationMember } from '../schemas/organization-member.ts';
import { isoTime } from './time.ts';

function domainRoleOf(value: Role): 'member' | 'viewer' {
  const role = roleFromProto(value);
  if (role === 'member' || role === 'viewer') return role;
  throw internal(`organization lets people join as ${role}`);
}

export function presentOrganization(
  organization: OrganizationMessage | undefined,
): z.input<typeof Organization> {
  if (organization === undefined) throw internal('organization left out the organization');
  const { id, slug, name, role, domain, domainRole, createdAt, requiresPasskey, deletesAt } = organization;
  return {
    id,
    slug,
    name,
    role: roleFromProto(role),
    ...(domain !== undefined && { domain }),
    domainRole: domainRole === undefined ? null : domainRoleOf(domainRole),
    createdAt: isoTime(createdAt),
    requiresPasskey,
    deletesAt: deletesAt === undefined ? null : isoTime(deletesAt),
  };
}

export function presentOrganizationMember(member: Member | undefined): z.input<typeof OrganizationMember> {
  if (member === undefined) throw internal('organization left out the member');
  const { id, userId, email, name, role, createdAt } = member;
  return { id, userId, email, name, role: roleFromProto(role), createdAt: isoTime(createdAt) };
}
