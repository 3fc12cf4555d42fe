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

/** A request that creates something in a tenant. */
export interface Request {
  send(options: CallOptions): Promise<MessageShape<DescMessage>>;
  /** A string of the answer that must not be stored in plain text. */
  secretIn(answer: MessageShape<DescMessage>): string;
}

export interface CreatingMethod {
  readonly output: DescMessage;
  /** What the same request does a second time without the key: creates another one, or is refused because of the first. */
  readonly again: 'creates' | 'conflict';
  /** Counts what exists in the tenant of the kind that the method creates. */
  readonly count: string;
  readonly prepare: (organization: TestOrganization, tenant: Tenant) => Promise<Request>;
}

const textIn = (answer: object, ...path: string[]): string => {
  let value: unknown = answer;
  for (const name of path) value = (value as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new Error(`the answer has no ${path.join('.')}`);
  return value;
};

/** Every method of this service that creates something for a caller of the API. */
export const creatingMethods: Readonly<Record<string, CreatingMethod>> = {
  createWorkspace: {
    output: CreateWorkspaceResponseSchema,
    again: 'conflict',
    count: 'select count(*)::int from workspaces where organization_id = $1',
    async prepare({ workspaces }, { slug: organizationSlug }) {
      const request = { organizationSlug, slug: `slug-${v7()}`, name: 'Spring' };
      return {
        send: (options) => workspaces.createWorkspace(request, options),
        secretIn: (answer) => textIn(answer, 'workspace', 'id'),
      };
    },
  },
  addWorkspaceMember: {
    output: AddWorkspaceMemberResponseSchema,
    again: 'conflict',
    count: 'select count(*)::int from assignments where organization_id = $1',
    async prepare({ workspaces }, tenant) {
      const [path, { userId }] = [await tenant.workspace(), await tenant.person('member')];
      const request = { ...path, userId, role: Role.ADMIN };
      return {
        send: (options) => workspaces.addWorkspaceMember(request, options),
        secretIn: (answer) => textIn(answer, 'member', 'email'),
      };
    },
  },
  'createInvitation into the organization': {
    output: CreateInvitationResponseSchema,
    again: 'conflict',
    count: 'select count(*)::int from invitations where organization_id = $1',
    async prepare({ invitations }, { slug: organizationSlug }) {
      const request = { organizationSlug, email: `${v7()}@elsewhere.example`, role: Role.MEMBER };
      return {
        send: (options) => invitations.createInvitation(request, options),
        secretIn: () => request.email,
      };
    },
  },
  'createInvitation into a workspace': {
    output: CreateInvitationResponseSchema,
    again: 'conflict',
    count: 'select count(*)::int from invitations where organization_id = $1',
    async prepare({ invitations }, tenant) {
      const path = await tenant.workspace();
      const request = { ...path, email: `${v7()}@elsewhere.example`, role: Role.MEMBER };
      return {
        send: (options) => invitations.createInvitation(request, options),
        secretIn: () => request.email,
      };
    },
  },
  createApiKey: {
    output: CreateApiKeyResponseSchema,
    again: 'creates',
    count: 'select count(*)::int from api_keys where organization_id = $1',
    async prepare({ apiKeys }, { slug: organizationSlug }) {
      const level = ApiKeyLevel.ORGANIZATION;
      const request = { organizationSlug, name: 'Reports', level, role: Role.VIEWER };
      return {
        send: (options) => apiKeys.createApiKey(request, options),
        secretIn: (answer) => textIn(answer, 'key'),
      };
    },
  },
  rotateApiKey: {
    output: RotateApiKeyResponseSchema,
    again: 'conflict',
    count: 'select count(*)::int from api_keys where organization_id = $1',
    async prepare(organization, tenant) {
      const { mint } = keyActions(() => organization);
      const { id: apiKeyId } = await mint(tenant, { level: 'organization', role: 'viewer' });
      const request = { organizationSlug: tenant.slug, apiKeyId };
      return {
        send: (options) => organization.apiKeys.rotateApiKey(request, options),
        secretIn: (answer) => textIn(answer, 'key'),
      };
    },
  },
};
