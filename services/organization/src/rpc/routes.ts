import type { ConnectRouter } from '@connectrpc/connect';
import { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import type { Methods } from '@patchbay/rpc/method';
import { listUserOrganizations } from './access/list-user-organizations.ts';
import { resolveAccess } from './access/resolve-access.ts';
import { acceptInvitation } from './account/accept-invitation.ts';
import { declineInvitation } from './account/decline-invitation.ts';
import { listMyInvitations } from './account/list-my-invitations.ts';
import { parkSignUp } from './account/park-sign-up.ts';
import { previewInvitation } from './account/preview-invitation.ts';
import { authenticateApiKey } from './api-keys/authenticate-api-key.ts';
import { createApiKey } from './api-keys/create-api-key.ts';
import { disableApiKey } from './api-keys/disable-api-key.ts';
import { enableApiKey } from './api-keys/enable-api-key.ts';
import { getApiKey } from './api-keys/get-api-key.ts';
import { listApiKeys } from './api-keys/list-api-keys.ts';
import { revokeApiKey } from './api-keys/revoke-api-key.ts';
import { rotateApiKey } from './api-keys/rotate-api-key.ts';
import { updateApiKey } from './api-keys/update-api-key.ts';
import { admitAddress } from './auth/admit-address.ts';
import { provisionUser } from './auth/provision-user.ts';
import type { Dependencies } from './dependencies.ts';
import { cancelInvitation } from './invitations/cancel-invitation.ts';
import { createInvitation } from './invitations/create-invitation.ts';
import { listInvitations } from './invitations/list-invitations.ts';
import { resendInvitation } from './invitations/resend-invitation.ts';
import { resolveRecipient } from './invitations/resolve-recipient.ts';
import { getOrganization } from './organizations/get-organization.ts';
import { listMembers } from './organizations/list-members.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { removeMember } from './organizations/remove-member.ts';
import { updateMember } from './organizations/update-member.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { addWorkspaceMember } from './workspaces/add-workspace-member.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { getWorkspace } from './workspaces/get-workspace.ts';
import { listWorkspaceMembers } from './workspaces/list-workspace-members.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';
import { removeWorkspaceMember } from './workspaces/remove-workspace-member.ts';
import { updateWorkspace } from './workspaces/update-workspace.ts';
import { updateWorkspaceMember } from './workspaces/update-workspace-member.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) => {
  router.service(OrganizationService, {
    parkSignUp: parkSignUp(dependencies),
    admitAddress: admitAddress(dependencies),
    provisionUser: provisionUser(dependencies),
    resolveAccess: resolveAccess(dependencies),
    listUserOrganizations: listUserOrganizations(dependencies),
    listOrganizations: listOrganizations(dependencies),
    getOrganization: getOrganization(dependencies),
    updateOrganization: updateOrganization(dependencies),
    listMembers: listMembers(dependencies),
    updateMember: updateMember(dependencies),
    removeMember: removeMember(dependencies),
  } satisfies Methods<typeof OrganizationService>);
  router.service(WorkspaceService, {
    listWorkspaces: listWorkspaces(dependencies),
    createWorkspace: createWorkspace(dependencies),
    getWorkspace: getWorkspace(dependencies),
    updateWorkspace: updateWorkspace(dependencies),
    listWorkspaceMembers: listWorkspaceMembers(dependencies),
    addWorkspaceMember: addWorkspaceMember(dependencies),
    updateWorkspaceMember: updateWorkspaceMember(dependencies),
    removeWorkspaceMember: removeWorkspaceMember(dependencies),
  } satisfies Methods<typeof WorkspaceService>);
  router.service(InvitationService, {
    listInvitations: listInvitations(dependencies),
    resolveRecipient: resolveRecipient(dependencies),
    createInvitation: createInvitation(dependencies),
    resendInvitation: resendInvitation(dependencies),
    cancelInvitation: cancelInvitation(dependencies),
    listMyInvitations: listMyInvitations(dependencies),
    acceptInvitation: acceptInvitation(dependencies),
    declineInvitation: declineInvitation(dependencies),
    previewInvitation: previewInvitation(dependencies),
  } satisfies Methods<typeof InvitationService>);
  router.service(ApiKeyService, {
    authenticateApiKey: authenticateApiKey(dependencies),
    listApiKeys: listApiKeys(dependencies),
    createApiKey: createApiKey(dependencies),
    getApiKey: getApiKey(dependencies),
    updateApiKey: updateApiKey(dependencies),
    disableApiKey: disableApiKey(dependencies),
    enableApiKey: enableApiKey(dependencies),
    revokeApiKey: revokeApiKey(dependencies),
    rotateApiKey: rotateApiKey(dependencies),
  } satisfies Methods<typeof ApiKeyService>);
};
