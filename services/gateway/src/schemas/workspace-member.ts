import { z } from 'zod';
import { organizationMemberExample } from './organization-member.ts';
import { assignableRole } from './role.ts';
import { id, idInRequest, timestamp } from './text.ts';
import { workspaceParams, workspaceParamsExample } from './workspace.ts';

export const workspaceMemberParams = workspaceParams.extend({ userId: idInRequest });

export const WorkspaceMember = z
  .object({
    id,
    userId: id,
    email: z.string(),
    name: z.string(),
    role: assignableRole.meta({
      description: 'The effective one: the higher of the inherited and the assigned role.',
    }),
    createdAt: timestamp,
    inherited: z.boolean().meta({
      description: 'False where the person is assigned, true where access comes from the organization alone.',
    }),
  })
  .meta({ id: 'WorkspaceMember', description: 'A person who can work in a workspace.' });

export const workspaceMemberExample: z.input<typeof WorkspaceMember> = {
  ...organizationMemberExample,
  role: 'member',
  inherited: false,
};

export const workspaceMemberParamsExample = {
  ...workspaceParamsExample,
  userId: workspaceMemberExample.userId,
};
