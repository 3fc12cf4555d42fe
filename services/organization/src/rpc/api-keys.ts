import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { accessToProto, keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import { demand, inOrganization } from '@patchbay/access/rules';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { notFound } from '@patchbay/errors/failure';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { type ApiKey, mayManage, statusOf } from '../domain/api-key.ts';
import { resolveAccess } from '../store/access.ts';
import { findKey, listKeys } from '../store/api-keys.ts';
import { accessOfKey, authenticateKey } from '../store/key-access.ts';
import type { Dependencies } from './dependencies.ts';
import { idOf } from './input.ts';

export const presentApiKey = (key: ApiKey, now: Date) => {
  const { id, name, prefix, level, role, workspace, creator, createdAt, expiresAt, lastRequestAt } = key;
  return {
    id,
    name,
    prefix,
    level: keyLevelToProto(level),
    ...(role && { role: roleToProto(role) }),
    ...(workspace && { workspaceName: workspace.name, workspaceSlug: workspace.slug }),
    creatorEmail: creator.email,
    status: statusOf(key, now),
    createdAt: timestampFromDate(createdAt),
    ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
    ...(lastRequestAt && { lastRequestAt: timestampFromDate(lastRequestAt) }),
  };
};

/** Answers who the key is and its access to the path, by one query. */
export const authenticateApiKey =
  ({ db, lastRequests }: Dependencies): Method<typeof ApiKeyService.method.authenticateApiKey> =>
  async ({ key: secret, ...path }) => {
    const key = await authenticateKey(db, digestOf(secret), path);
    lastRequests.note(key.keyId);
    const access = accessOfKey(key, path);
    return {
      keyId: key.keyId,
      prefix: key.prefix,
      level: keyLevelToProto(key.level),
      ...(key.role && { role: roleToProto(key.role) }),
      organizationId: key.id,
      ...(key.ownWorkspaceId && { workspaceId: key.ownWorkspaceId }),
      creatorUserId: key.creatorUserId,
      creatorEmail: key.creatorEmail,
      creatorName: key.creatorName,
      ...(key.rotatedAt && { rotatedAt: timestampFromDate(key.rotatedAt) }),
      ...(key.expiresAt && { expiresAt: timestampFromDate(key.expiresAt) }),
      ...(access && { access: accessToProto(access) }),
    };
  };

export const listApiKeys =
  ({ db }: Dependencies): Method<typeof ApiKeyService.method.listApiKeys> =>
  async (path, context) => {
    const caller = userOf(context);
    const { userId } = caller;
    const access = await resolveAccess(db, caller, path);
    demand(access, inOrganization.see);
    const { id, role } = access.organization;
    const now = new Date();
    return {
      apiKeys: (await listKeys(db, id, userId))
        .filter(({ key, assigned }) => mayManage({ userId, role, assigned }, key))
        .map(({ key }) => presentApiKey(key, now)),
    };
  };

export const getApiKey =
  ({ db }: Dependencies): Method<typeof ApiKeyService.method.getApiKey> =>
  async ({ organizationSlug, apiKeyId }, context) => {
    const caller = userOf(context);
    const { userId } = caller;
    const access = await resolveAccess(db, caller, { organizationSlug });
    demand(access, inOrganization.see);
    const { id, role } = access.organization;
    const stored = await findKey(db, id, userId, idOf(apiKeyId));
    if (stored === undefined || !mayManage({ userId, role, assigned: stored.assigned }, stored.key)) {
      throw notFound('no such API key, or the caller may not see it');
    }
    return { apiKey: presentApiKey(stored.key, new Date()) };
  };
