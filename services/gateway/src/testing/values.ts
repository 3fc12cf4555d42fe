import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import type {
  GetDeviceAuthorizationResponseSchema,
  SessionSchema,
  UserSchema,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import type { PasskeySchema } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import type { InvitationSchema } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import type { MemberSchema } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import type {
  WorkspaceMemberSchema,
  WorkspaceSchema,
} from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import {
  passkeyCreationOptionsExample,
  passkeyProofExample,
  passkeyRequestOptionsExample,
} from '../schemas/passkey.ts';

/** What the stand-ins of the services know and answer. */

/** The only valid session token of the stand-in of identity. */
export const sessionToken = 'a-token-that-identity-knows';
/** The token of its only valid sign-in link. */
export const linkToken = 'a-link-that-identity-knows';
/** Its only valid provider flow; google is the only provider that it has a client of. */
export const flow = 'key.a-flow-that-identity-sealed';
/** Its only valid proof of a sign-up. */
export const signUpProof = 'key.a-sign-up-that-identity-sealed';
export const consentUrl = 'https://accounts.provider.test/authorize?state=s';
/** Its only valid device code; `userCode` belongs to it. */
export const deviceCode = 'a-device-that-identity-knows';
export const userCode = 'WDJB-MJHT';

export const waitingDevice = {
  userCode,
  ipAddress: '198.51.100.9',
  userAgent: 'patchbay-cli/1.0',
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  expiresAt: timestampFromDate(new Date('2026-11-15T09:40:00Z')),
} satisfies MessageInitShape<typeof GetDeviceAuthorizationResponseSchema>;

export const user = {
  id: '0199c1f0-7c1e-7a42-9d53-3b2f6a1c8e01',
  email: 'ada@acme.example',
  name: 'Ada',
  emailVerified: true,
  role: 'user',
} satisfies MessageInitShape<typeof UserSchema>;

export const session = {
  id: '0199c1f0-9d10-7e6f-8a21-c4b7d2e5f603',
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  expiresAt: timestampFromDate(new Date(Date.now() + 7 * 86_400_000)),
  lastSeenAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  method: 'link',
  authenticatedAt: timestampFromDate(new Date()),
} satisfies MessageInitShape<typeof SessionSchema>;

/** The user's only passkey, and the credential that signs in with it. */
export const passkey = {
  id: '0199c1f2-3a5b-7c6d-8e7f-90a1b2c3d4e5',
  name: 'Laptop',
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  backedUp: true,
  transports: ['internal'],
} satisfies MessageInitShape<typeof PasskeySchema>;
export const passkeyCredentialId = passkeyProofExample.credential.id;
export const passkeyCreationOptions = {
  ...passkeyCreationOptionsExample,
  excludeCredentials: [{ type: 'public-key', id: passkeyCredentialId, transports: ['internal'] }],
} satisfies JsonObject;
export const passkeyRequestOptions = { ...passkeyRequestOptionsExample } satisfies JsonObject;

/** Another session of the same user. */
export const otherSession = {
  ...session,
  id: '0199c1f0-9d10-7e6f-8a21-000000000001',
  ipAddress: '198.51.100.7',
  userAgent: 'cli',
} satisfies MessageInitShape<typeof SessionSchema>;

export const organization = {
  id: '0199c1f0-8a3b-7c55-b1de-52c1f0a7e902',
  slug: 'acme',
  name: 'Acme Media',
  role: Role.ADMIN,
  domainRole: Role.MEMBER,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
};

export const member = {
  id: '0199c1f0-a4c7-7d19-92b4-7e3f5c2d1b04',
  userId: '0199c1f0-b5d8-7e2a-83c5-8f406d3e2c15',
  email: 'grace@acme.example',
  name: 'Grace',
  role: Role.MEMBER,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
} satisfies MessageInitShape<typeof MemberSchema>;

export const workspace = {
  id: '0199c1f1-0b2d-7f31-a6c8-91d4e7b0f205',
  slug: 'brand',
  name: 'Brand campaigns',
  role: Role.ADMIN,
  watched: true,
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  updatedAt: timestampFromDate(new Date('2026-11-15T10:30:00Z')),
} satisfies MessageInitShape<typeof WorkspaceSchema>;

const accessFieldsOf = ({ id, slug, name, role }: typeof organization | typeof workspace) => ({
  id,
  slug,
  name,
  role,
});

/**
 * Access of an admin; undefined where the slugs are not those of `organization` and `workspace`. An empty one: none. An optional
 * workspace is left out where it is another one.
 */
export function accessTo(organizationSlug: string, workspaceSlug: string, workspaceOptional = false) {
  if (organizationSlug !== organization.slug) return undefined;
  if (workspaceSlug === '' || (workspaceOptional && workspaceSlug !== workspace.slug))
    return { organization: accessFieldsOf(organization) };
  if (workspaceSlug !== workspace.slug) return undefined;
  return { organization: accessFieldsOf(organization), workspace: accessFieldsOf(workspace) };
}

export const workspaceMember = {
  ...member,
  inherited: false,
} satisfies MessageInitShape<typeof WorkspaceMemberSchema>;

export const invitation = {
  id: '0199c1f2-3e5f-7b64-8c17-a2d9f4e6b706',
  email: 'grace@acme.example',
  role: Role.MEMBER,
  status: 'pending',
  organizationSlug: organization.slug,
  organizationName: organization.name,
  expiresAt: timestampFromDate(new Date('2026-11-17T09:30:00Z')),
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  inviterEmail: user.email,
  inviterName: user.name,
} satisfies MessageInitShape<typeof InvitationSchema>;

/** An invitation into the workspace for a person who is not a member of the organization. */
export const workspaceInvitation = {
  ...invitation,
  role: Role.GUEST,
  workspace: { slug: workspace.slug, name: workspace.name, role: Role.ADMIN },
} satisfies MessageInitShape<typeof InvitationSchema>;
