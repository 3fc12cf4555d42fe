import { type Client, createClient, type Transport } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { translating } from '@patchbay/rpc/translating';

export const backends = ['identity', 'organization', 'integration', 'audit'] as const;
export type Backend = (typeof backends)[number];
export type Transports = Readonly<Record<Backend, Transport>>;

export interface Clients {
  readonly identity: Client<typeof IdentityService>;
  readonly organization: Client<typeof OrganizationService>;
  readonly integration: Client<typeof IntegrationService>;
  readonly audit: Client<typeof AuditService>;
}

export const createClients = (transports: Transports): Clients => ({
  identity: createClient(IdentityService, translating(transports.identity, 'identity')),
  organization: createClient(OrganizationService, translating(transports.organization, 'organization')),
  integration: createClient(IntegrationService, translating(transports.integration, 'integration')),
  audit: createClient(AuditService, translating(transports.audit, 'audit')),
});
