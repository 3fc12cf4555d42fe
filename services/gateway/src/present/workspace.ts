import { workspaceRoleFromProto } from '@patchbay/access/proto';
import type {
  WorkspaceMember as MemberMessage,
  Workspace as WorkspaceMessage,
} from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { Workspace } from '../schemas/workspace.ts';
import type { WorkspaceMember } from '../schemas/workspace-member.ts';
import { isoTime } from './time.ts';

export function presentWorkspace(workspace: WorkspaceMessage | undefined): z.input<typeof Workspace> {
  if (workspace === undefined) throw internal('organization left out the workspace');
  const { id, slug, name, role, watched, createdAt, updatedAt } = workspace;
  return {
    id,
    slug,
    name,
    role: workspaceRoleFromProto(role),
    watched,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

export function presentWorkspaceMember(member: MemberMessage | undefined): z.input<typeof WorkspaceMember> {
  if (member === undefined) throw internal('organization left out the member');
  const { id, userId, email, name, role, createdAt, inherited } = member;
  return {
    id,
    userId,
    email,
    name,
    role: workspaceRoleFromProto(role),
    createdAt: isoTime(createdAt),
    inherited,
  };
}
