import type { ConnectRouter } from '@connectrpc/connect';
import { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import type { Methods } from '@patchbay/rpc/method';
import { completeConnectOauth } from './connect/complete-connect-oauth.ts';
import { getConnectPage } from './connect/get-connect-page.ts';
import { startConnectOauth } from './connect/start-connect-oauth.ts';
import { submitConnectCredentials } from './connect/submit-connect-credentials.ts';
import { issueConnectLink } from './connect-links/issue-connect-link.ts';
import { revokeConnectLink } from './connect-links/revoke-connect-link.ts';
import type { Dependencies } from './dependencies.ts';
import { getProvider } from './get-provider.ts';
import { connectIntegration } from './integrations/connect-integration.ts';
import { createIntegration } from './integrations/create-integration.ts';
import { deleteIntegration } from './integrations/delete-integration.ts';
import { disableIntegration } from './integrations/disable-integration.ts';
import { enableIntegration } from './integrations/enable-integration.ts';
import { getIntegration } from './integrations/get-integration.ts';
import { listIntegrations } from './integrations/list-integrations.ts';
import { updateIntegration } from './integrations/update-integration.ts';
import { verifyIntegration } from './integrations/verify-integration.ts';
import { listProviders } from './list-providers.ts';

export const routes = (dependencies: Dependencies) => (router: ConnectRouter) => {
  router.service(IntegrationService, {
    listProviders: listProviders(dependencies),
    getProvider: getProvider(dependencies),
    listIntegrations: listIntegrations(dependencies),
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
  } satisfies Methods<typeof IntegrationService>);
  router.service(ConnectService, {
    getConnectPage: getConnectPage(dependencies),
    startConnectOauth: startConnectOauth(dependencies),
    completeConnectOauth: completeConnectOauth(dependencies),
    submitConnectCredentials: submitConnectCredentials(dependencies),
  } satisfies Methods<typeof ConnectService>);
};
