import { z } from 'zod';
import { organizationRole } from './role.ts';
import { id, slugInAddress, timestamp } from './text.ts';

/** The path parameters of everything under an organization. */
export const organizationParams = z.strictObject({ orgSlug: slugInAddress });

export const Organization = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    role: organizationRole.meta({ description: "The caller's role." }),
    domain: z.string().optional().meta({ description: 'The email domain that makes people members.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Organization', description: 'An organization as the caller sees it.' });

export const organizationExample: z.input<typeof Organization> = {
  id: '0199c1f0-8a3b-7c55-b1de-52c1f0a7e902',
  slug: 'acme',
  name: 'Acme Media',
  role: 'admin',
  domain: 'acme.example',
  createdAt: '2026-11-15T09:30:00.000Z',
};
