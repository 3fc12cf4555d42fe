import { roleFromProto } from '@patchbay/access/proto';
import type { Member } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { OrganizationMember } from '../schemas/organization-member.ts';
import { isoTime } from './time.ts';

export function presentOrganizationMember(member: Member | undefined): z.input<typeof OrganizationMember> {
  if (member === undefined) throw internal('organization left out the member');
  const { id, userId, email, name, role, createdAt } = member;
  return { id, userId, email, name, role: roleFromProto(role), createdAt: isoTime(createdAt) };
}
