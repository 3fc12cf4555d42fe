import type {
  GetConnectPageResponse,
  SetConnectAccountsResponse,
  SubmitConnectCredentialsResponse,
} from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import type { z } from 'zod';
import type { ConnectOutcome, ConnectPage } from '../schemas/connect.ts';
import { useAccess } from '../schemas/provider.ts';
import { presentField } from './provider.ts';
import { isoTime, isoTimeOrNull } from './time.ts';

type Page = z.input<typeof ConnectPage>;
type Outcome = z.input<typeof ConnectOutcome>;

export const presentConnectPage = (page: GetConnectPageResponse): Page => ({
  provider: page.provider,
  providerName: page.providerName,
  category: (page.category ?? null) as Page['category'],
  authMethod: (page.authMethod ?? null) as Page['authMethod'],
  integrationName: page.integrationName,
  organizationName: page.organizationName,
  workspaceName: page.workspaceName,
  status: page.status as Page['status'],
  connectFields: page.connectFields.map(presentField),
  documentationUrl: page.documentationUrl,
  expiresAt: isoTime(page.expiresAt),
  returnUrl: page.returnUrl ?? null,
  access: useAccess.parse(page.access),
  organizationDomain: page.organizationDomain ?? null,
  integrationId: page.integrationId,
  connectedAt: isoTimeOrNull(page.connectedAt),
  requestedBy: page.requestedBy ? { name: page.requestedBy.name, email: page.requestedBy.email } : null,
});

export const presentConnectOutcome = (
  outcome: SubmitConnectCredentialsResponse | SetConnectAccountsResponse,
): Outcome => ({
  status: outcome.status as Outcome['status'],
  statusDetail: outcome.statusDetail ?? null,
  lastError: outcome.lastError ?? null,
  connectedAccount: outcome.connectedAccount ?? null,
  returnUrl: outcome.returnUrl ?? null,
});
