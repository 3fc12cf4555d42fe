import { z } from 'zod';
import { organizationParams } from './organization.ts';
import { assignableRole, organizationRole } from './role.ts';
import { emailAddress, id, idInRequest, timestamp } from './text.ts';
import { workspaceParams, workspaceParamsExample } from './workspace.ts';

export const organizationInvitationParams = organizationParams.extend({ id: idInRequest });
export const workspaceInvitationParams = workspaceParams.extend({ id: idInRequest });
export const ownInvitationParams = z.strictObject({ id: idInRequest });

export const invitationBody = z.strictObject({ email: emailAddress, role: assignableRole });

const invitedTo = {
  organization: z.object({ slug: z.string(), name: z.string() }),
  workspace: z
    .object({
      slug: z.string(),
      name: z.string(),
      role: assignableRole.meta({ description: 'The role asked for.' }),
    })
    .optional()
    .meta({ description: 'Of workspace invitations only.' }),
};
const role = organizationRole.meta({
  description: 'The role in the organization that the person has or will have.',
});
const status = z.enum(['pending', 'accepted', 'declined', 'canceled', 'expired']);

export const Invitation = z
  .object({
    id,
    email: z.string(),
    role,
    status,
    ...invitedTo,
    expiresAt: timestamp,
    createdAt: timestamp,
    inviterEmail: z.string(),
    inviterName: z.string(),
  })
  .meta({ id: 'Invitation', description: 'An invitation into an organization or one of its workspaces.' });

export const InvitationPreview = z
  .object({ email: z.string(), ...invitedTo, role, inviterName: z.string(), status, expiresAt: timestamp })
  .meta({ id: 'InvitationPreview', description: 'What the mailed link shows.' });

export const invitationExample: z.input<typeof Invitation> = {
  id: '0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706',
  email: 'grace@acme.example',
  role: 'member',
  status: 'pending',
  organization: { slug: 'acme', name: 'Acme Media' },
  expiresAt: '2026-11-17T09:30:00.000Z',
  createdAt: '2026-11-15T09:30:00.000Z',
  inviterEmail: 'ada@acme.example',
  inviterName: 'Ada Lovelace',
};

export const workspaceInvitationExample: z.input<typeof Invitation> = {
  ...invitationExample,
  email: 'grace@studio.example',
  role: 'guest',
  workspace: { slug: 'brand-campaigns', name: 'Brand campaigns', role: 'admin' },
};

export const organizationInvitationParamsExample = { orgSlug: 'acme', id: invitationExample.id };
export const workspaceInvitationParamsExample = { ...workspaceParamsExample, id: invitationExample.id };

export const invitationPreviewExample: z.input<typeof InvitationPreview> = {
  email: workspaceInvitationExample.email,
  organization: workspaceInvitationExample.organization,
  workspace: workspaceInvitationExample.workspace,
  role: workspaceInvitationExample.role,
  inviterName: workspaceInvitationExample.inviterName,
  status: workspaceInvitationExample.status,
  expiresAt: workspaceInvitationExample.expiresAt,
};
