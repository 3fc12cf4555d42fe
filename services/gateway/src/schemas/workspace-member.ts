import { z } from 'zod';
import { adminExample, organizationMemberExample } from './organization-member.ts';
import { assignableRole } from './role.ts';
import { emailInAnswer, id, idInRequest, timestamp } from './text.ts';
import { workspaceParams, workspaceParamsExample } from './workspace.ts';

export const workspaceMemberParams = workspaceParams.extend({
  userId: idInRequest.meta({ description: '`userId` of the member.' }),
});

export const newWorkspaceMember = z
  .strictObject({
    userId: idInRequest.meta({ description: 'A person of the organization, guests included.' }),
    role: assignableRole.meta({ description: 'The role to assign.' }),
  })
  .meta({ id: 'NewWorkspaceMember', description: 'A person to assign to a workspace.' });

export const WorkspaceMember = z
  .object({
    id: id.meta({ description: 'The id of the assignment, or of the membership in the organization.' }),
    userId: id.meta({ description: 'The id of the person.' }),
    email: emailInAnswer,
    name: z.string(),
    role: assignableRole.meta({
      description: 'The effective role: the higher of the inherited and the assigned one.',
    }),
    createdAt: timestamp,
    inherited: z.boolean().meta({
      description: 'False if the person is assigned, true if access comes from the organization alone.',
    }),
  })
  .meta({ id: 'WorkspaceMember', description: 'A person who can work in a workspace.' });

export const WorkspaceMemberList = z
  .object({ members: z.array(WorkspaceMember).meta({ description: 'Oldest first, each person once.' }) })
  .meta({ id: 'WorkspaceMemberList', description: 'Everyone who can work in a workspace.' });

export const workspaceAdminExample: z.input<typeof WorkspaceMember> = {
  ...adminExample,
  role: 'admin',
  inherited: true,
};

export const workspaceMemberExample: z.input<typeof WorkspaceMember> = {
  ...organizationMemberExample,
  id: '0199c1f1-2d4f-7a53-b8e7-0c6f8d1e3f10',
  role: 'member',
  createdAt: '2026-11-15T10:20:00.000Z',
  inherited: false,
};

export const workspaceMemberParamsExample = {
  ...workspaceParamsExample,
  userId: workspaceMemberExample.userId,
};
