import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import type { Method } from '@patchbay/rpc/method';
import { providerOf } from '../../attempts/provider-of.ts';
import type { Dependencies } from '../dependencies.ts';
import { presentField } from '../present.ts';
import { liveLinkOf } from './live-link.ts';

/** Also for a disabled integration: its status says so. */
export const getConnectPage =
  ({ db, catalogue }: Dependencies): Method<typeof ConnectService.method.getConnectPage> =>
  async ({ token }) => {
    const { integration, link } = await liveLinkOf(db, token);
    const { provider, name, category, authMethod, connectFields, documentationUrl } = providerOf(
      catalogue,
      integration,
    );
    const { workspace, returnUrl } = integration;
    return {
      provider,
      providerName: name,
      category,
      authMethod,
      integrationName: integration.name,
      organizationName: workspace.organizationName,
      workspaceName: workspace.name,
      status: integration.status,
      connectFields: connectFields.map(presentField),
      documentationUrl,
      expiresAt: timestampFromDate(link.expiresAt),
      ...(returnUrl !== null && { returnUrl }),
    };
  };
