import { z } from 'zod';
import { exampleWorld, organizationParamsExample } from './example-world.ts';
import { organizationParams } from './organization.ts';
import { assignableRole, organizationRole } from './role.ts';
import { emailAddress, emailInAnswer, id, idInRequest, programText, slugAndName, timestamp } from './text.ts';
import { workspaceParams, workspaceParamsExample } from './workspace.ts';

const { ada, alan, mary, organization, workspace, createdAt } = exampleWorld;

const invitationId = idInRequest.meta({ description: '`id` of the invitation.' });
export const organizationInvitationParams = organizationParams.extend({ id: invitationId });
export const workspaceInvitationParams = workspaceParams.extend({ id: invitationId });
export const ownInvitationParams = z.strictObject({ id: invitationId });
export const invitationLinkParams = z.strictObject({
  token: programText(128).meta({ description: 'The last part of the emailed link.' }),
});

export const newInvitation = z
  .strictObject({
    email: emailAddress.meta({ description: 'Whom to invite.' }),
    role: assignableRole.meta({
      description: 'The role in the organization, or in the workspace that the person is invited to.',
    }),
  })
  .meta({ id: 'NewInvitation', description: 'An invitation to send.' });

const invitedTo = {
  organization: slugAndName,
  workspace: z
    .object({
      slug: z.string(),
      name: z.string(),
      role: assignableRole.meta({ description: 'The role asked for.' }),
    })
    .meta({ id: 'InvitedWorkspace', description: 'The workspace that an invitation is for.' })
    .optional()
    .meta({ description: 'Only for invitations to a workspace.' }),
};
const role = organizationRole.meta({
  description: 'The role in the organization that the person has or will have.',
});
const status = z
  .enum(['pending', 'accepted', 'declined', 'canceled', 'expired'])
  .meta({ id: 'InvitationStatus', description: 'Only a `pending` one can be accepted or declined.' });
const email = emailInAnswer.meta({ description: 'The address that the invitation was sent to.' });

export const Invitation = z
  .object({
    id,
    email,
    role,
    status,
    ...invitedTo,
    expiresAt: timestamp,
    createdAt: timestamp,
    inviterEmail: emailInAnswer,
    inviterName: z.string(),
  })
  .meta({ id: 'Invitation', description: 'An invitation to an organization or one of its workspaces.' });

export const InvitationList = z
  .object({ invitations: z.array(Invitation).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'InvitationList', description: 'Invitations.' });

export const InvitationPreview = z
  .object({
    email,
    ...invitedTo,
    role,
    inviterName: z.string(),
    inviterEmail: emailInAnswer,
    status,
    expiresAt: timestamp,
  })
  .meta({ id: 'InvitationPreview', description: 'What the emailed link shows.' });

export const invitationExample: z.input<typeof Invitation> = {
  id: '0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706',
  email: alan.email,
  role: 'member',
  status: 'pending',
  organization,
  expiresAt: '2026-11-17T09:30:00.000Z',
  createdAt,
  inviterEmail: ada.email,
  inviterName: ada.name,
};

export const workspaceInvitationExample: z.input<typeof Invitation> = {
  ...invitationExample,
  id: '0199c1f2-4f60-7c75-9d28-b3eaf5f7c813',
  email: mary.email,
  role: 'guest',
  workspace: { ...workspace, role: 'admin' },
};

export const organizationInvitationParamsExample = {
  ...organizationParamsExample,
  id: invitationExample.id,
};
export const workspaceInvitationParamsExample = {
  ...workspaceParamsExample,
  id: workspaceInvitationExample.id,
};

export const invitationPreviewExample: z.input<typeof InvitationPreview> = {
  email: workspaceInvitationExample.email,
  organization: workspaceInvitationExample.organization,
  workspace: workspaceInvitationExample.workspace,
  role: workspaceInvitationExample.role,
  inviterName: workspaceInvitationExample.inviterName,
  inviterEmail: workspaceInvitationExample.inviterEmail,
  status: workspaceInvitationExample.status,
  expiresAt: workspaceInvitationExample.expiresAt,
};
