import { roleFromProto } from '@patchbay/access/proto';
import type {
  Member,
  Organization as OrganizationMessage,
} from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { Organization } from '../schemas/organization.ts';
import type { OrganizationMember } from '../schemas/organization-member.ts';
import { isoTime } from './time.ts';

export function presentOrganization(
  organization: OrganizationMessage | undefined,
): z.input<typeof Organization> {
  if (organization === undefined) throw internal('organization left out the organization');
  const { id, slug, name, role, domain, createdAt } = organization;
  return {
    id,
    slug,
    name,
    role: roleFromProto(role),
    ...(domain !== undefined && { domain }),
    createdAt: isoTime(createdAt),
  };
}

export function presentOrganizationMember(member: Member | undefined): z.input<typeof OrganizationMember> {
  if (member === undefined) throw internal('organization left out the member');
  const { id, userId, email, name, role, createdAt } = member;
  return { id, userId, email, name, role: roleFromProto(role), createdAt: isoTime(createdAt) };
}
