import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { roleToProto } from '@patchbay/access/proto';
import { type Invitation, statusOf } from '../domain/invitation.ts';
import type { NamedMember } from '../domain/member.ts';
import type { WorkspaceWithRole } from '../store/access-row.ts';
import type { WorkspaceMember } from '../store/assignments.ts';
import type { OrganizationWithRole } from '../store/organizations.ts';

export const presentOrganization = (organization: OrganizationWithRole) => {
  const { id, slug, name, domain, domainRole, createdAt, requiresPasskey, deletesAt, role } = organization;
  return {
    id,
    slug,
    name,
    role: roleToProto(role),
    ...(domain !== null && { domain }),
    ...(domainRole !== null && { domainRole: roleToProto(domainRole) }),
    createdAt: timestampFromDate(createdAt),
    requiresPasskey,
    ...(deletesAt && { deletesAt: timestampFromDate(deletesAt) }),
  };
};

export const presentMember = ({ id, userId, email, name, role, createdAt }: NamedMember) => ({
  id,
  userId,
  email,
  name,
  role: roleToProto(role),
  createdAt: timestampFromDate(createdAt),
});

export const presentWorkspace = ({
  id,
  slug,
  name,
  role,
  watched,
  createdAt,
  updatedAt,
}: WorkspaceWithRole) => ({
  id,
  slug,
  name,
  role: roleToProto(role),
  createdAt: timestampFromDate(createdAt),
  updatedAt: timestampFromDate(updatedAt),
  watched,
});

export const presentWorkspaceMember = ({ role, createdAt, ...member }: WorkspaceMember) => ({
  ...member,
  role: roleToProto(role),
  createdAt: timestampFromDate(createdAt),
});

export const presentInvitation = (invitation: Invitation, now: Date) => {
  const { id, email, role, organization, workspace, inviter, expiresAt, createdAt } = invitation;
  return {
    id,
    email,
    role: roleToProto(role),
    status: statusOf(invitation, now),
    organizationSlug: organization.slug,
    organizationName: organization.name,
    ...(workspace && {
      workspace: { slug: workspace.slug, name: workspace.name, role: roleToProto(workspace.role) },
    }),
    expiresAt: timestampFromDate(expiresAt),
    createdAt: timestampFromDate(createdAt),
    inviterEmail: inviter.email,
    inviterName: inviter.name,
  };
};
