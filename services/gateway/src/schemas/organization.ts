import { z } from 'zod';
import { exampleWorld } from './example-world.ts';
import { organizationRole } from './role.ts';
import { id, slugInAddress, timestamp } from './text.ts';

/** The path parameters of everything under an organization. */
export const organizationParams = z.strictObject({
  orgSlug: slugInAddress.meta({ description: 'The slug of the organization.' }),
});

export const Organization = z
  .object({
    id,
    slug: z.string().meta({ description: 'Names the organization in paths. Never changes.' }),
    name: z.string(),
    role: organizationRole.meta({ description: "The caller's role." }),
    domain: z.string().optional().meta({
      description:
        'The email domain whose people become members when they first sign in. Left out where there is none.',
    }),
    createdAt: timestamp,
  })
  .meta({ id: 'Organization', description: 'An organization as the caller sees it.' });

export const OrganizationList = z
  .object({ organizations: z.array(Organization).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'OrganizationList', description: 'The organizations of the caller.' });

export const organizationExample: z.input<typeof Organization> = {
  id: '0199c1f0-8a3b-7c55-b1de-52c1f0a7e902',
  ...exampleWorld.organization,
  role: 'admin',
  domain: 'acme.example',
  createdAt: exampleWorld.createdAt,
};
