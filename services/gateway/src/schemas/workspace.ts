import { z } from 'zod';
import { canIn } from './can.ts';
import { exampleWorld, organizationParamsExample } from './example-world.ts';
import { organizationParams } from './organization.ts';
import { assignableRole } from './role.ts';
import { id, resourceName, slug, slugInAddress, timestamp } from './text.ts';

/** The path parameters of everything in a workspace. */
export const workspaceParams = organizationParams.extend({
  workspaceSlug: slugInAddress.meta({ description: 'The slug of the workspace.' }),
});

export const newWorkspace = z
  .strictObject({
    name: resourceName,
    slug: slug.meta({
      description: 'Names the workspace in paths. Unique in the organization, and never changes.',
    }),
  })
  .meta({ id: 'NewWorkspace', description: 'A workspace to create.' });

export const Workspace = z
  .object({
    id,
    slug: z.string().meta({ description: 'Names the workspace in paths. Never changes.' }),
    name: z.string(),
    role: assignableRole.meta({
      description: "The caller's effective role: the higher of the inherited and the assigned one.",
    }),
    watched: z.boolean().meta({
      description: 'True if the caller gets mails about its integrations. False for API keys.',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Workspace', description: 'A workspace as the caller sees it.' });

export const WorkspaceWithCan = z
  .object({
    ...Workspace.shape,
    can: canIn(
      'the workspace',
      '`deleteWorkspace` is listed for admins of the organization. `removeWorkspaceMember` is listed for those who may remove others; with a session everyone may end their own assignment. The relay decides about each request.',
    ),
  })
  .meta({
    id: 'WorkspaceWithCan',
    description: 'A workspace as the caller sees it, with what the caller may do in it.',
  });

export const WorkspaceList = z
  .object({ workspaces: z.array(Workspace).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'WorkspaceList', description: 'The workspaces that the caller can see.' });

export const workspaceExample: z.input<typeof Workspace> = {
  id: '0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205',
  ...exampleWorld.workspace,
  role: 'admin',
  watched: true,
  createdAt: exampleWorld.createdAt,
  updatedAt: exampleWorld.createdAt,
};

/** Shortened. */
export const workspaceWithCanExample: z.input<typeof WorkspaceWithCan> = {
  ...workspaceExample,
  can: ['getWorkspace', 'updateWorkspace', 'listIntegrations', 'createIntegration'],
};

export const workspaceParamsExample = {
  ...organizationParamsExample,
  workspaceSlug: workspaceExample.slug,
};

export const endOfWatching = z
  .strictObject({
    token: z.string().min(1).max(2048).meta({ description: 'The last part of the emailed link.' }),
  })
  .meta({ id: 'EndOfWatching', description: 'A link that ends the watching of workspaces.' });

export const EndedWatching = z
  .object({
    organizationName: z.string(),
    workspaceNames: z.array(z.string()).meta({
      description: 'Those that the person can still see and no longer watches, by name.',
    }),
  })
  .meta({ id: 'EndedWatching', description: 'What somebody no longer watches.' });
