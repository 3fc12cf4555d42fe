import { workspaceRoleFromProto } from '@patchbay/access/proto';
import type { WorkspaceMember as MemberMessage } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { WorkspaceMember } from '../schemas/workspace-member.ts';
import { isoTime } from './time.ts';

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
