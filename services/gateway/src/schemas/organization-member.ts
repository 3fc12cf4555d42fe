import { z } from 'zod';
import { organizationParams } from './organization.ts';
import { organizationRole } from './role.ts';
import { id, idInRequest, timestamp } from './text.ts';

export const organizationMemberParams = organizationParams.extend({ userId: idInRequest });

export const OrganizationMember = z
  .object({
    id,
    userId: id,
    email: z.string(),
    name: z.string(),
    role: organizationRole,
    createdAt: timestamp,
  })
  .meta({ id: 'OrganizationMember', description: 'A person in an organization.' });

export const organizationMemberExample: z.input<typeof OrganizationMember> = {
  id: '0199c1f0-a4c7-7d19-92b4-7e3f5c2d1b04',
  userId: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01',
  email: 'ada@acme.example',
  name: 'Ada Lovelace',
  role: 'member',
  createdAt: '2026-11-15T09:30:00.000Z',
};

export const organizationMemberParamsExample = { orgSlug: 'acme', userId: organizationMemberExample.userId };
