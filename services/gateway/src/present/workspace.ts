import { workspaceRoleFromProto } from '@patchbay/access/proto';
import type { Workspace as WorkspaceMessage } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { Workspace } from '../schemas/workspace.ts';
import { isoTime } from './time.ts';

export function presentWorkspace(workspace: WorkspaceMessage | undefined): z.input<typeof Workspace> {
  if (workspace === undefined) throw internal('organization left out the workspace');
  const { id, slug, name, role, createdAt, updatedAt } = workspace;
  return {
    id,
    slug,
    name,
    role: workspaceRoleFromProto(role),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
