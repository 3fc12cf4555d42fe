import { z } from 'zod';
import { organizationParams } from './organization.ts';
import { assignableRole } from './role.ts';
import { id, slugInAddress, timestamp } from './text.ts';

/** The path parameters of everything in a workspace. */
export const workspaceParams = organizationParams.extend({ workspaceSlug: slugInAddress });

export const Workspace = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    role: assignableRole.meta({
      description: "The caller's effective role: the higher of the inherited and the assigned one.",
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Workspace', description: 'A workspace as the caller sees it.' });

export const workspaceExample: z.input<typeof Workspace> = {
  id: '0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205',
  slug: 'brand-campaigns',
  name: 'Brand campaigns',
  role: 'admin',
  createdAt: '2026-11-15T09:30:00.000Z',
  updatedAt: '2026-11-15T09:30:00.000Z',
};

export const workspaceParamsExample = { orgSlug: 'acme', workspaceSlug: workspaceExample.slug };
