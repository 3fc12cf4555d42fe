import type { ConnectRouter } from '@connectrpc/connect';
import { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import type { Methods } from '@patchbay/rpc/method';
import { listUserOrganizations, resolveAccess } from './access/access.ts';
import { authenticateApiKey, getApiKey, listApiKeys, resolveGrantableKey } from './api-keys/api-keys.ts';
import { disableApiKey, enableApiKey, revokeApiKey, updateApiKey } from './api-keys/change-api-keys.ts';
import { createApiKey, rotateApiKey } from './api-keys/create-api-keys.ts';
import type { Dependencies } from './dependencies.ts';
import {
  cancelInvitation,
  createInvitation,
  listInvitations,
  resendInvitation,
  resolveRecipient,
} from './invitations/invitations.ts';
import {
  acceptInvitation,
  declineInvitation,
  listMyInvitations,
  previewInvitation,
} from './invitations/my-invitations.ts';
import {
  listMembers,
  listPasskeyAdmins,
  listReadableWorkspaces,
  removeMember,
  updateMember,
} from './members/members.ts';
import { removePerson } from './members/remove-person.ts';
import { listMissing } from './missing.ts';
import { deleteOrganization, restoreOrganization } from './organizations/closing.ts';
import { getOrganization, listOrganizations, updateOrganization } from './organizations/organizations.ts';
import { admitAddress, parkSignUp, provisionUser } from './sign-in/sign-in.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.ts';
import { endWatching, unwatchWorkspace, watchWorkspace } from './workspaces/watching.ts';
import {
  addWorkspaceMember,
  listWorkspaceMembers,
  removeWorkspaceMember,
  updateWorkspaceMember,
} from './workspaces/workspace-members.ts';
import { createWorkspace, getWorkspace, listWorkspaces, updateWorkspace } from './workspaces/workspaces.ts';

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
    deleteOrganization: deleteOrganization(dependencies),
    restoreOrganization: restoreOrganization(dependencies),
    removePerson: removePerson(dependencies),
    listMissing: listMissing(dependencies),
    listPasskeyAdmins: listPasskeyAdmins(dependencies),
    listMembers: listMembers(dependencies),
    updateMember: updateMember(dependencies),
    listReadableWorkspaces: listReadableWorkspaces(dependencies),
    removeMember: removeMember(dependencies),
  } satisfies Methods<typeof OrganizationService>);
  router.service(WorkspaceService, {
    listWorkspaces: listWorkspaces(dependencies),
    createWorkspace: createWorkspace(dependencies),
    getWorkspace: getWorkspace(dependencies),
    updateWorkspace: updateWorkspace(dependencies),
    deleteWorkspace: deleteWorkspace(dependencies),
    listWorkspaceMembers: listWorkspaceMembers(dependencies),
    addWorkspaceMember: addWorkspaceMember(dependencies),
    updateWorkspaceMember: updateWorkspaceMember(dependencies),
    removeWorkspaceMember: removeWorkspaceMember(dependencies),
    watchWorkspace: watchWorkspace(dependencies),
    unwatchWorkspace: unwatchWorkspace(dependencies),
    endWatching: endWatching(dependencies),
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
    resolveGrantableKey: resolveGrantableKey(dependencies),
  } satisfies Methods<typeof ApiKeyService>);
};
