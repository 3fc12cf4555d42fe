import type { ConnectRouter } from '@connectrpc/connect';
import { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { acceptInvitation } from './accept-invitation.ts';
import { addWorkspaceMember } from './add-workspace-member.ts';
import { admitAddress } from './admit-address.ts';
import { authenticateApiKey } from './authenticate-api-key.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { createApiKey } from './create-api-key.ts';
import { createInvitation } from './create-invitation.ts';
import { createWorkspace } from './create-workspace.ts';
import { declineInvitation } from './decline-invitation.ts';
import type { Dependencies } from './dependencies.ts';
import { disableApiKey } from './disable-api-key.ts';
import { enableApiKey } from './enable-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { getOrganization } from './get-organization.ts';
import { getWorkspace } from './get-workspace.ts';
import { listApiKeys } from './list-api-keys.ts';
import { listInvitations } from './list-invitations.ts';
import { listMembers } from './list-members.ts';
import { listMyInvitations } from './list-my-invitations.ts';
import { listOrganizations } from './list-organizations.ts';
import { listUserOrganizations } from './list-user-organizations.ts';
import { listWorkspaceMembers } from './list-workspace-members.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { parkSignUp } from './park-sign-up.ts';
import { previewInvitation } from './preview-invitation.ts';
import { provisionUser } from './provision-user.ts';
import { removeMember } from './remove-member.ts';
import { removeWorkspaceMember } from './remove-workspace-member.ts';
import { resendInvitation } from './resend-invitation.ts';
import { resolveAccess } from './resolve-access.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { updateApiKey } from './update-api-key.ts';
import { updateMember } from './update-member.ts';
import { updateOrganization } from './update-organization.ts';
import { updateWorkspace } from './update-workspace.ts';
import { updateWorkspaceMember } from './update-workspace-member.ts';

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
  });
  router.service(WorkspaceService, {
    listWorkspaces: listWorkspaces(dependencies),
    createWorkspace: createWorkspace(dependencies),
    getWorkspace: getWorkspace(dependencies),
    updateWorkspace: updateWorkspace(dependencies),
    listWorkspaceMembers: listWorkspaceMembers(dependencies),
    addWorkspaceMember: addWorkspaceMember(dependencies),
    updateWorkspaceMember: updateWorkspaceMember(dependencies),
    removeWorkspaceMember: removeWorkspaceMember(dependencies),
  });
  router.service(InvitationService, {
    listInvitations: listInvitations(dependencies),
    createInvitation: createInvitation(dependencies),
    resendInvitation: resendInvitation(dependencies),
    cancelInvitation: cancelInvitation(dependencies),
    listMyInvitations: listMyInvitations(dependencies),
    acceptInvitation: acceptInvitation(dependencies),
    declineInvitation: declineInvitation(dependencies),
    previewInvitation: previewInvitation(dependencies),
  });
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
  });
};
