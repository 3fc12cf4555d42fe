import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { CallOptions } from '@connectrpc/connect';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import {
  ApiKeyLevel,
  CreateApiKeyResponseSchema,
  RotateApiKeyResponseSchema,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { CreateInvitationResponseSchema } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import {
  AddWorkspaceMemberResponseSchema,
  CreateWorkspaceResponseSchema,
} from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { v7 } from 'uuid';
import { keyActions } from './api-keys.fixture.ts';
import type { Tenant } from './tenant.fixture.ts';
import type { TestOrganization } from './test-bed.fixture.ts';

/** Sends a request that creates something in a tenant. */
export type Send = (options: CallOptions) => Promise<MessageShape<DescMessage>>;

export interface CreatingMethod {
  readonly output: DescMessage;
  /** Counts what exists in the tenant of the kind that the method creates. */
  readonly count: string;
  readonly prepare: (organization: TestOrganization, tenant: Tenant) => Promise<Send>;
}

/** Every method of this service that creates something for a caller of the API. */
export const creatingMethods = {
  createWorkspace: {
    output: CreateWorkspaceResponseSchema,
    count: 'select count(*)::int from workspaces where organization_id = $1',
    async prepare({ workspaces }, { slug: organizationSlug }) {
      const request = { organizationSlug, slug: `slug-${v7()}`, name: 'Spring' };
      return (options) => workspaces.createWorkspace(request, options);
    },
  },
  addWorkspaceMember: {
    output: AddWorkspaceMemberResponseSchema,
    count: 'select count(*)::int from assignments where organization_id = $1',
    async prepare({ workspaces }, tenant) {
      const [path, { userId }] = [await tenant.workspace(), await tenant.person('member')];
      const request = { ...path, userId, role: Role.ADMIN };
      return (options) => workspaces.addWorkspaceMember(request, options);
    },
  },
  'createInvitation into the organization': {
    output: CreateInvitationResponseSchema,
    count: 'select count(*)::int from invitations where organization_id = $1',
    async prepare({ invitations }, { slug: organizationSlug }) {
      const request = { organizationSlug, email: `${v7()}@elsewhere.example`, role: Role.MEMBER };
      return (options) => invitations.createInvitation(request, options);
    },
  },
  'createInvitation into a workspace': {
    output: CreateInvitationResponseSchema,
    count: 'select count(*)::int from invitations where organization_id = $1',
    async prepare({ invitations }, tenant) {
      const path = await tenant.workspace();
      const request = { ...path, email: `${v7()}@elsewhere.example`, role: Role.MEMBER };
      return (options) => invitations.createInvitation(request, options);
    },
  },
  createApiKey: {
    output: CreateApiKeyResponseSchema,
    count: 'select count(*)::int from api_keys where organization_id = $1',
    async prepare({ apiKeys }, { slug: organizationSlug }) {
      const level = ApiKeyLevel.ORGANIZATION;
      const request = { organizationSlug, name: 'Reports', level, role: Role.VIEWER };
      return (options) => apiKeys.createApiKey(request, options);
    },
  },
  rotateApiKey: {
    output: RotateApiKeyResponseSchema,
    count: 'select count(*)::int from api_keys where organization_id = $1',
    async prepare(organization, tenant) {
      const { mint } = keyActions(() => organization);
      const { id: apiKeyId } = await mint(tenant, { level: 'organization', role: 'viewer' });
      const request = { organizationSlug: tenant.slug, apiKeyId };
      return (options) => organization.apiKeys.rotateApiKey(request, options);
    },
  },
} satisfies Readonly<Record<string, CreatingMethod>>;
