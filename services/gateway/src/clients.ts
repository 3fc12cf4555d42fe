import type { DescService } from '@bufbuild/protobuf';
import type { Client } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { PasskeyService } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { RelayService } from '@patchbay/contracts/patchbay/integration/v1/relay_service';
import { UseService } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { WebhookService } from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { byName } from '@patchbay/platform/by-name';
import { type CalledBy, calledBy } from '@patchbay/platform/services';
import type { BodyTransport } from '@patchbay/rpc/client';
import { type BodyClient, createBodyClient, createServiceClient } from '@patchbay/rpc/service-client';

/** The services behind the API. */
export const backends = calledBy('gateway');
export type Backend = CalledBy<'gateway'>;
export type Transports = Readonly<Record<Backend, BodyTransport>>;

interface Contract {
  readonly owner: Backend;
  readonly service: DescService;
}

/** RPC service and owner of each client of the operations. Does not compile unless each backend has one of its own name. */
export const contracts = {
  identity: { owner: 'identity', service: IdentityService },
  passkeys: { owner: 'identity', service: PasskeyService },
  organization: { owner: 'organization', service: OrganizationService },
  workspaces: { owner: 'organization', service: WorkspaceService },
  invitations: { owner: 'organization', service: InvitationService },
  apiKeys: { owner: 'organization', service: ApiKeyService },
  integration: { owner: 'integration', service: IntegrationService },
  connect: { owner: 'integration', service: ConnectService },
  uses: { owner: 'integration', service: UseService },
  relay: { owner: 'relay', service: RelayService },
  audit: { owner: 'audit', service: AuditService },
  webhook: { owner: 'webhook', service: WebhookService },
} as const satisfies Readonly<Record<Backend, Contract> & Record<string, Contract>>;

type Contracts = typeof contracts;
export type ClientName = keyof Contracts;
export const clientNames = Object.keys(contracts) as readonly ClientName[];

type ServiceClients = { readonly [Name in ClientName]: Client<Contracts[Name]['service']> };

export interface Clients extends Omit<ServiceClients, 'relay'> {
  /** Its request and answer have bodies. */
  readonly relay: BodyClient<typeof RelayService.method.relay>;
}

export const createClients = (transports: Transports): Clients => ({
  ...(byName(clientNames, (name) => {
    const { owner, service }: Contract = contracts[name];
    return createServiceClient(service, owner, transports[owner]);
  }) as ServiceClients),
  relay: createBodyClient(RelayService.method.relay, 'relay', transports.relay),
});
