import { z } from 'zod';
import { canIn } from './can.ts';
import { exampleWorld } from './example-world.ts';
import { organizationRole } from './role.ts';
import { id, resourceName, slugInAddress, timestamp } from './text.ts';

/** The path parameters of everything under an organization. */
export const organizationParams = z.strictObject({
  orgSlug: slugInAddress.meta({ description: 'The slug of the organization.' }),
});

const domainRole = z.enum(['member', 'viewer']);

export const Organization = z
  .object({
    id,
    slug: z.string().meta({ description: 'Names the organization in paths. Never changes.' }),
    name: z.string(),
    role: organizationRole.meta({ description: "The caller's role." }),
    domain: z.string().optional().meta({
      description:
        'People with an email address at this domain join when they first sign in. Left out if there is none. An address with a tag (`name+tag@…`) does not join by it, nor does one whose mailbox is or was in the organization under another address: these need an invitation.',
    }),
    domainRole: domainRole.nullable().meta({
      description: 'The role of people who join by `domain`; null: nobody joins by it.',
    }),
    createdAt: timestamp,
    requiresPasskey: z.boolean().meta({
      description:
        'Only sessions that were opened with a passkey may do something in the organization: every other operation than `getOrganization` and `listOrganizations` is a 403 for others. API keys go on.',
    }),
    deletesAt: timestamp.nullable().meta({
      description:
        'When the organization is deleted, with everything in it. Until then it is closed, and its admins can restore it. While an operator has suspended it, that time waits, and is moved by as long afterwards. Null: it is not closed.',
    }),
  })
  .meta({ id: 'Organization', description: 'An organization as the caller sees it.' });

export const OrganizationWithCan = z
  .object({
    ...Organization.shape,
    can: canIn(
      'the organization, except those of its workspaces,',
      'In a closed organization it lists what works there, and `restoreOrganization` is listed there alone; for a session without a passkey where the organization demands one, it lists `getOrganization` alone. `removeOrganizationMember` is listed for those who may remove others; with a session everyone may leave. `createApiKey` is listed for every session, because everyone may create keys of level `user`.',
    ),
  })
  .meta({
    id: 'OrganizationWithCan',
    description: 'An organization as the caller sees it, with what the caller may do in it.',
  });

export const organizationChanges = z
  .strictObject({
    name: resourceName.exactOptional().meta({ description: 'The new name.' }),
    domainRole: domainRole.nullable().exactOptional().meta({
      description:
        "The role of people who join by the organization's domain from now on; null: nobody joins by it.",
    }),
    requiresPasskey: z.boolean().exactOptional().meta({
      description:
        'Whether people must sign in with a passkey to do something in the organization. Can only be changed with a session that was opened with a passkey.',
    }),
  })
  .meta({
    id: 'OrganizationChanges',
    description: 'Changes to an organization. What you leave out stays as it is.',
  });

export const organizationDeletion = z
  .strictObject({
    confirm: z
      .string()
      .max(100)
      .meta({ description: 'The slug of the organization, so that none is deleted by mistake.' }),
  })
  .meta({ id: 'OrganizationDeletion', description: 'The confirmation of the deletion of an organization.' });

export const OrganizationList = z
  .object({ organizations: z.array(Organization).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'OrganizationList', description: 'The organizations of the caller.' });

export const organizationExample: z.input<typeof Organization> = {
  id: '0199c1f0-8a3b-7c55-b1de-52c1f0a7e902',
  ...exampleWorld.organization,
  role: 'admin',
  domain: 'acme.example',
  domainRole: 'member',
  createdAt: exampleWorld.createdAt,
  requiresPasskey: false,
  deletesAt: null,
};

/** Shortened. */
export const organizationWithCanExample: z.input<typeof OrganizationWithCan> = {
  ...organizationExample,
  can: ['getOrganization', 'updateOrganization', 'listOrganizationMembers', 'createWorkspace'],
};

/** A week before its deletion. */
export const closedOrganizationExample: z.input<typeof Organization> = {
  ...organizationExample,
  deletesAt: '2026-11-22T09:30:00.000Z',
};
