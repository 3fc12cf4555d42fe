import { demand, inOrganization, inWorkspace } from '../domain/access.ts';
import type { Access } from '../store/access.ts';
import type { Place } from '../store/invitations.ts';

/** The place that the path names, for those who may invite into it: nobody else acts on its invitations or lists them. */
export function invitingInto({ organization, workspace }: Access): Place {
  if (workspace === undefined) demand(organization.role, inOrganization.invite);
  else demand(workspace.role, inWorkspace.invite);
  return { organizationId: organization.id, workspaceId: workspace?.id ?? null };
}
