import { roleFromProto, workspaceRoleFromProto } from '@patchbay/access/proto';
import type { Invitation as InvitationMessage } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { internal } from '@patchbay/errors/failure';
import type { z } from 'zod';
import type { Invitation, InvitationPreview } from '../schemas/invitation.ts';
import { isoTime } from './time.ts';

type Shown = z.input<typeof Invitation>;

export function presentInvitation(invitation: InvitationMessage | undefined): Shown {
  if (invitation === undefined) throw internal('organization left out the invitation');
  const { workspace } = invitation;
  return {
    id: invitation.id,
    email: invitation.email,
    role: roleFromProto(invitation.role),
    status: invitation.status as Shown['status'],
    organization: { slug: invitation.organizationSlug, name: invitation.organizationName },
    ...(workspace && {
      workspace: { slug: workspace.slug, name: workspace.name, role: workspaceRoleFromProto(workspace.role) },
    }),
    expiresAt: isoTime(invitation.expiresAt),
    createdAt: isoTime(invitation.createdAt),
    inviterEmail: invitation.inviterEmail,
    inviterName: invitation.inviterName,
  };
}

/** For everybody who has the link: without id and creation time. */
export function presentInvitationPreview(
  invitation: InvitationMessage | undefined,
): z.input<typeof InvitationPreview> {
  const { id: _id, createdAt: _createdAt, ...shown } = presentInvitation(invitation);
  return shown;
}
