import { roleFromProto } from '@patchbay/access/proto';
import type { Organization as OrganizationMessage } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { Organization } from '../schemas/organization.ts';
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
