import type { ConnectRouter } from '@connectrpc/connect';
import { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import { CredentialService } from '@patchbay/contracts/patchbay/integration/v1/credential_service';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { UseService } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import type { Methods } from '@patchbay/rpc/method';
import { listConnectAccounts, setConnectAccounts } from './connect-accounts.ts';
import {
  completeConnectOauth,
  getConnectPage,
  startConnectOauth,
  submitConnectCredentials,
} from './connect-flow.ts';
import { countLiveConnectLinks, issueConnectLink, revokeConnectLink } from './connect-links.ts';
import { renewCredentials, reportUnauthorized } from './credentials.ts';
import type { Dependencies } from './dependencies.ts';
import { createGrant, listGrants, revokeGrant } from './grants.ts';
import {
  connectIntegration,
  disableIntegration,
  enableIntegration,
  verifyIntegration,
} from './integration-status.ts';
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  updateIntegration,
} from './integrations.ts';
import { listOrganizationIntegrations } from './organization-integrations.ts';
import { getProvider, listProviders } from './providers.ts';
import { listRelayedRequests } from './relayed-requests.ts';
import { listAccounts, listUses } from './uses.ts';
import { countWorkspace, destroyWorkspace } from './workspaces.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) => {
  router.service(IntegrationService, {
    listProviders: listProviders(dependencies),
    getProvider: getProvider(dependencies),
    listIntegrations: listIntegrations(dependencies),
    listOrganizationIntegrations: listOrganizationIntegrations(dependencies),
    createIntegration: createIntegration(dependencies),
    getIntegration: getIntegration(dependencies),
    updateIntegration: updateIntegration(dependencies),
    deleteIntegration: deleteIntegration(dependencies),
    connectIntegration: connectIntegration(dependencies),
    issueConnectLink: issueConnectLink(dependencies),
    revokeConnectLink: revokeConnectLink(dependencies),
    disableIntegration: disableIntegration(dependencies),
    enableIntegration: enableIntegration(dependencies),
    verifyIntegration: verifyIntegration(dependencies),
    countLiveConnectLinks: countLiveConnectLinks(dependencies),
    countWorkspace: countWorkspace(dependencies),
    destroyWorkspace: destroyWorkspace(dependencies),
  } satisfies Methods<typeof IntegrationService>);
  router.service(UseService, {
    listAccounts: listAccounts(dependencies),
    createGrant: createGrant(dependencies),
    listGrants: listGrants(dependencies),
    revokeGrant: revokeGrant(dependencies),
    listUses: listUses(dependencies),
    listRelayedRequests: listRelayedRequests(dependencies),
  } satisfies Methods<typeof UseService>);
  router.service(ConnectService, {
    getConnectPage: getConnectPage(dependencies),
    startConnectOauth: startConnectOauth(dependencies),
    completeConnectOauth: completeConnectOauth(dependencies),
    submitConnectCredentials: submitConnectCredentials(dependencies),
    listConnectAccounts: listConnectAccounts(dependencies),
    setConnectAccounts: setConnectAccounts(dependencies),
  } satisfies Methods<typeof ConnectService>);
  router.service(CredentialService, {
    renewCredentials: renewCredentials(dependencies),
    reportUnauthorized: reportUnauthorized(dependencies),
  } satisfies Methods<typeof CredentialService>);
};
