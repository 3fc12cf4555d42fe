import type { Client, Transport } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { translating } from '@patchbay/rpc/translating';

export const backends = ['identity', 'organization', 'integration', 'audit'] as const;
export type Backend = (typeof backends)[number];
export type Transports = Readonly<Record<Backend, Transport>>;

export interface Clients {
  readonly identity: Client<typeof IdentityService>;
  readonly organization: Client<typeof OrganizationService>;
  readonly workspaces: Client<typeof WorkspaceService>;
  readonly invitations: Client<typeof InvitationService>;
  readonly apiKeys: Client<typeof ApiKeyService>;
  readonly integration: Client<typeof IntegrationService>;
  readonly audit: Client<typeof AuditService>;
}

export function createClients(transports: Transports): Clients {
  const organization = translating(transports.organization, 'organization');
  return {
    identity: createServiceClient(IdentityService, translating(transports.identity, 'identity')),
    organization: createServiceClient(OrganizationService, organization),
    workspaces: createServiceClient(WorkspaceService, organization),
    invitations: createServiceClient(InvitationService, organization),
    apiKeys: createServiceClient(ApiKeyService, organization),
    integration: createServiceClient(IntegrationService, translating(transports.integration, 'integration')),
    audit: createServiceClient(AuditService, translating(transports.audit, 'audit')),
  };
}
