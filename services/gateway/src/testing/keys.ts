import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ServiceImpl } from '@connectrpc/connect';
import { type KeyLevel, keyLevels } from '@patchbay/access/caller';
import { keyLevelToProto } from '@patchbay/access/proto';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import {
  ApiKeyLevel,
  type ApiKeySchema,
  type ApiKeyService,
} from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { unauthenticated } from '@patchbay/errors/failure';
import { mintApiKey } from '@patchbay/tokens/api-key';
import { digestOf } from '@patchbay/tokens/token';
import { accessTo, organization, user, workspace } from './values.ts';

/** The valid keys of the stand-in of organization, one of each level, all created by `user`. */
export const keys: Readonly<Record<KeyLevel, { readonly id: string; readonly key: string }>> = {
  user: { id: '0199c1f3-5a71-7c86-9e29-000000000001', key: mintApiKey() },
  organization: { id: '0199c1f3-5a71-7c86-9e29-000000000002', key: mintApiKey() },
  workspace: { id: '0199c1f3-5a71-7c86-9e29-000000000003', key: mintApiKey() },
};

/** Of all `keys`, as if they were replacements of one another. */
export const lineId = '0199c1f3-5a71-7c86-9e29-000000000004';

/** The key, among `keys`, that an unread key stands for; empty where it is none of them. */
export const keyWithDigest = (digest: string): string =>
  keyLevels
    .map((level) => keys[level].key)
    .find((key) => Buffer.from(digestOf(key)).toString('base64url') === digest) ?? '';

/** The record of a key, without the key itself. */
export const apiKey = {
  id: '0199c1f3-5a71-7c86-9e29-b3eaf5f7c807',
  name: 'Reporting',
  prefix: 'pby_7Qd2mXr9TfK',
  level: ApiKeyLevel.WORKSPACE,
  role: Role.VIEWER,
  workspaceName: workspace.name,
  workspaceSlug: workspace.slug,
  creatorEmail: user.email,
  status: 'active',
  createdAt: timestampFromDate(new Date('2026-11-15T09:30:00Z')),
  expiresAt: timestampFromDate(new Date('2027-02-13T09:30:00Z')),
  lastRequestAt: timestampFromDate(new Date('2026-11-15T11:02:00Z')),
} satisfies MessageInitShape<typeof ApiKeySchema>;

/** The answer of `authenticateApiKey` for one of `keys`; undefined for any other. */
export function authenticationOf(
  key: string,
  organizationSlug: string,
  workspaceSlug = '',
  workspaceOptional = false,
) {
  const level = keyLevels.find((each) => keys[each].key === key);
  if (level === undefined) return undefined;
  return {
    keyId: keys[level].id,
    lineId,
    prefix: key.slice(0, 15),
    level: keyLevelToProto(level),
    ...(level !== 'user' && { role: Role.ADMIN }),
    ...(level === 'workspace' && { workspaceId: workspace.id }),
    organizationId: organization.id,
    creatorUserId: user.id,
    creatorEmail: user.email,
    creatorName: user.name,
    access: accessTo(organizationSlug, workspaceSlug, workspaceOptional),
  };
}

/** Default methods of the stand-in of `ApiKeyService`. */
export const apiKeyDefaults: Partial<ServiceImpl<typeof ApiKeyService>> = {
  authenticateApiKey: ({ key, organizationSlug, workspaceSlug, workspaceOptional }) => {
    const authentication = authenticationOf(key, organizationSlug, workspaceSlug, workspaceOptional);
    if (authentication === undefined) throw unauthenticated('The API key is unknown or has been revoked.');
    return authentication;
  },
  listApiKeys: () => ({ apiKeys: [apiKey] }),
  createApiKey: ({ name, level, role }) => ({ apiKey: { ...apiKey, name, level, role }, key: keys.user.key }),
  getApiKey: () => ({ apiKey }),
  updateApiKey: ({ name }) => ({ apiKey: { ...apiKey, name } }),
  disableApiKey: () => ({ apiKey: { ...apiKey, status: 'disabled' } }),
  enableApiKey: () => ({ apiKey }),
  revokeApiKey: () => ({ apiKey: { ...apiKey, status: 'revoked' } }),
  resolveGrantableKey: ({ apiKeyId: id }) => ({
    outcome: {
      case: 'key',
      value: { id, lineId: keys.user.id, name: 'Reporting', prefix: 'pby_7Qd2mXr9TfK' },
    },
  }),
  rotateApiKey: () => ({ apiKey, key: keys.workspace.key }),
};
