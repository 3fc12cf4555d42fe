import { z } from 'zod';
import { exampleWorld, organizationParamsExample } from './example-world.ts';
import { organizationParams } from './organization.ts';
import { organizationRole } from './role.ts';
import { emailInAnswer, id, idInRequest, timestamp } from './text.ts';

export const organizationMemberParams = organizationParams.extend({
  userId: idInRequest.meta({ description: '`userId` of the member.' }),
});

export const OrganizationMember = z
  .object({
    id: id.meta({ description: 'The id of the membership.' }),
    userId: id.meta({ description: 'The id of the person.' }),
    email: emailInAnswer,
    name: z.string(),
    role: organizationRole,
    createdAt: timestamp.meta({ description: 'When the person became a member.' }),
  })
  .meta({ id: 'OrganizationMember', description: 'A person in an organization.' });

export const OrganizationMemberList = z
  .object({ members: z.array(OrganizationMember).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'OrganizationMemberList', description: 'The members of an organization.' });

const { ada, grace, createdAt } = exampleWorld;

export const adminExample: z.input<typeof OrganizationMember> = {
  id: '0199c1f0-a4c7-7d19-92b4-7e3f5c2d1b04',
  userId: ada.id,
  email: ada.email,
  name: ada.name,
  role: 'admin',
  createdAt,
};

export const organizationMemberExample: z.input<typeof OrganizationMember> = {
  id: '0199c1f0-c7e1-7f26-a3c5-8d4e6f1a2b09',
  userId: grace.id,
  email: grace.email,
  name: grace.name,
  role: 'viewer',
  createdAt: '2026-11-15T10:15:00.000Z',
};

export const organizationMemberParamsExample = {
  ...organizationParamsExample,
  userId: organizationMemberExample.userId,
};
