import type { DescService } from '@bufbuild/protobuf';
import type { Client, Transport } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { ReadService } from '@patchbay/contracts/patchbay/organization/v1/read_service';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { internal } from '@patchbay/errors/failure';
import { byName } from '@patchbay/platform/by-name';
import { type CalledBy, calledBy } from '@patchbay/platform/services';
import { createServiceClient } from '@patchbay/rpc/service-client';
import type { KeyCallOptions } from './operation/presented-key.ts';
import { withOrganizationReads } from './organization-reads.ts';

/** The services behind the API. */
export const backends = calledBy('gateway');
export type Backend = CalledBy<'gateway'>;
export type Transports = Readonly<Record<Backend, Transport>>;

interface Contract {
  readonly owner: Backend;
  readonly service: DescService;
}

/** RPC service and owner of each client of the operations. Does not compile unless each backend has one of its own name. */
export const contracts = {
  identity: { owner: 'identity', service: IdentityService },
  organization: { owner: 'organization', service: OrganizationService },
  workspaces: { owner: 'organization', service: WorkspaceService },
  invitations: { owner: 'organization', service: InvitationService },
  apiKeys: { owner: 'organization', service: ApiKeyService },
  reads: { owner: 'organization', service: ReadService },
  integration: { owner: 'integration', service: IntegrationService },
  connect: { owner: 'integration', service: ConnectService },
  audit: { owner: 'audit', service: AuditService },
} as const satisfies Readonly<Record<Backend, Contract> & Record<string, Contract>>;

type Contracts = typeof contracts;
export type ClientName = keyof Contracts;
export const clientNames = Object.keys(contracts) as readonly ClientName[];

export type Clients = { readonly [Name in ClientName]: Client<Contracts[Name]['service']> };

type AnyCall = (input: unknown, options?: KeyCallOptions) => unknown;

/**
 * The same client, except that it refuses options that present an API key. They name no caller, so that the call would go out on
 * behalf of the gateway itself, which may do more than the key.
 */
const refusingPresentedKeys = <Methods extends object>(client: Methods): Methods =>
  Object.fromEntries(
    Object.entries(client as Record<string, AnyCall>).map(([method, call]): [string, AnyCall] => [
      method,
      (input, options) => {
        if (options?.presentedKey !== undefined) throw internal(`${method} is no read of keys`);
        return call(input, options);
      },
    ]),
  ) as Methods;

export function createClients(transports: Transports): Clients {
  const clients = byName(clientNames, (name) => {
    const { owner, service }: Contract = contracts[name];
    return refusingPresentedKeys(createServiceClient(service, owner, transports[owner]));
  });
  return withOrganizationReads(clients as Clients);
}
