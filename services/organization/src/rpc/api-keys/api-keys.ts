import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { UserCaller } from '@patchbay/access/caller';
import { keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import { demand, inOrganization, inWorkspace } from '@patchbay/access/rules';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import type { Queryable } from '@patchbay/database/query';
import { notFound } from '@patchbay/errors/failure';
import { userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { digestOf } from '@patchbay/tokens/token';
import { validate as isUuid } from 'uuid';
import { effectiveRole } from '../../domain/access.ts';
import { type ApiKey, mayManage, statusOf } from '../../domain/api-key.ts';
import { unknownGrantableKey } from '../../domain/api-key-access.ts';
import { lockAccess, resolveAccess, resolveWorkspaceAccess } from '../../store/access.ts';
import type { Access, LockedAccess } from '../../store/access-row.ts';
import { findKey, type KeyForCaller, listKeys } from '../../store/api-keys.ts';
import { accessOfKey, authenticateKey, grantableKey } from '../../store/key-access.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../input.ts';
import { presentKey } from '../reader.ts';

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

export interface KeyPath {
  readonly organizationSlug: string;
  readonly apiKeyId: string;
}

/** A key, read under the row lock of its organization, with the caller's access. */
export interface LockedKey extends KeyForCaller {
  readonly access: LockedAccess;
}

/**
 * The key of the path, read under the row lock of its organization, with the caller's access. 404 where the caller may not
 * manage the key.
 */
export async function lockKey(
  tx: Tx,
  caller: UserCaller,
  { organizationSlug, apiKeyId }: KeyPath,
): Promise<LockedKey> {
  const access = await lockAccess(tx, caller, { organizationSlug });
  demand(access, inOrganization.see);
  return { access, ...(await managedKey(tx, caller, access, apiKeyId)) };
}

/** The key with this id. 404 where the caller may not manage it. */
async function managedKey(
  db: Queryable,
  { userId }: UserCaller,
  { organization: { id, role } }: Access,
  apiKeyId: string,
): Promise<KeyForCaller> {
  const stored = await findKey(db, id, userId, idOf(apiKeyId));
  if (stored === undefined || !mayManage({ userId, role, assigned: stored.assigned }, stored.key)) {
    throw notFound('no such API key, or the caller may not see it');
  }
  return stored;
}

/**
 * Demands the right to create a key of this scope now. Whoever manages the key may disable and revoke it; what makes it work,
 * or replaces it by one that works, also needs this right: a creator who was demoted must not get the former role back.
 */
export function demandMayCreate({ access, key, assigned }: LockedKey): void {
  if (key.level === 'organization') demand(access, inOrganization.mintKeys);
  if (key.level === 'workspace') {
    const role = effectiveRole({ role: access.organization.role, assigned }) ?? 'guest';
    demand({ workspace: { role } }, inWorkspace.mintKeys);
  }
}

/** Answers who the key is and its access to the path, by one query. */
export const authenticateApiKey =
  ({ db, lastRequests }: Dependencies): Method<typeof ApiKeyService.method.authenticateApiKey> =>
  async ({ key: secret, ...path }) => {
    const key = await authenticateKey(db, digestOf(secret), path);
    lastRequests.note(key.keyId);
    return presentKey(key, accessOfKey(key, path));
  };

export const listApiKeys =
  ({ db }: Dependencies): Method<typeof ApiKeyService.method.listApiKeys> =>
  async (path, context) => {
    const caller = userOf(context);
    const { userId } = caller;
    const access = await resolveAccess(db, caller, path);
    demand(access, inOrganization.see);
    const { id, role } = access.organization;
    const now = db.now();
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
    const access = await resolveAccess(db, caller, { organizationSlug });
    demand(access, inOrganization.see);
    const { key } = await managedKey(db, caller, access, apiKeyId);
    return { apiKey: presentApiKey(key, db.now()) };
  };

export const resolveGrantableKey =
  ({ db }: Dependencies): Method<typeof ApiKeyService.method.resolveGrantableKey> =>
  async ({ apiKeyId, ...path }, context) => {
    demand(await resolveWorkspaceAccess(db, userOf(context), path), inWorkspace.grantUse);
    const key = isUuid(apiKeyId) ? await grantableKey(db, apiKeyId, path) : unknownGrantableKey;
    if (typeof key === 'string') return { outcome: { case: 'refusal', value: key } };
    const { keyId, lineId, keyName, prefix } = key;
    return { outcome: { case: 'key', value: { id: keyId, lineId, name: keyName, prefix } } };
  };
