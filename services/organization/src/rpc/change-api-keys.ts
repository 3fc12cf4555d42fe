import type { HandlerContext } from '@connectrpc/connect';
import type { UserCaller } from '@patchbay/access/caller';
import { demand, inOrganization } from '@patchbay/access/rules';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import {
  type ApiKey,
  disable,
  enable,
  type KeyChange,
  mayManage,
  rename,
  revoke,
} from '../domain/api-key.ts';
import { lockAccess, organizationTurn } from '../store/access.ts';
import type { LockedAccess } from '../store/access-row.ts';
import { findKey, type KeyForCaller, personalKeys, saveKey, saveRevoked } from '../store/api-keys.ts';
import type { LockedOrganization } from '../store/organization-lock.ts';
import type { Tx } from '../store/transaction.ts';
import { presentApiKey } from './api-keys.ts';
import { demandMayCreate } from './create-api-keys.ts';
import type { Dependencies } from './dependencies.ts';
import { idOf } from './input.ts';

interface KeyPath {
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
  const { id, role } = access.organization;
  const { userId } = caller;
  const stored = await findKey(tx, id, userId, idOf(apiKeyId));
  if (stored === undefined || !mayManage({ userId, role, assigned: stored.assigned }, stored.key)) {
    throw notFound('no such API key, or the caller may not see it');
  }
  return { access, ...stored };
}

/**
 * Applies `change` under the row lock of the organization; saves the key and records the events, if there are any.
 * `demandMore` refuses callers who manage the key but may not change it in this way.
 */
async function changeApiKey(
  { db, transact, outbox }: Dependencies,
  name: string,
  path: KeyPath,
  context: HandlerContext,
  change: (key: ApiKey, now: Date) => KeyChange,
  demandMore?: (locked: LockedKey) => void,
): Promise<{ apiKey: ReturnType<typeof presentApiKey> }> {
  const caller = userOf(context);
  const turn = await organizationTurn(db, caller, { organizationSlug: path.organizationSlug });
  return transact({ name, turn }, async (tx) => {
    const now = new Date();
    const locked = await lockKey(tx, caller, path);
    demandMore?.(locked);
    const { key, events } = change(locked.key, now);
    if (events.length > 0) {
      await saveKey(tx, locked.access.organization, key);
      await outbox.record(tx, callOf(context), events);
    }
    return { apiKey: presentApiKey(key, now) };
  });
}

export const updateApiKey =
  (dependencies: Dependencies): Method<typeof ApiKeyService.method.updateApiKey> =>
  (request, context) =>
    changeApiKey(dependencies, 'update API key', request, context, (key) => rename(key, request.name));

export const disableApiKey =
  (dependencies: Dependencies): Method<typeof ApiKeyService.method.disableApiKey> =>
  (path, context) =>
    changeApiKey(dependencies, 'disable API key', path, context, (key, now) => disable(key, now));

export const enableApiKey =
  (dependencies: Dependencies): Method<typeof ApiKeyService.method.enableApiKey> =>
  (path, context) =>
    changeApiKey(dependencies, 'enable API key', path, context, enable, demandMayCreate);

export const revokeApiKey =
  (dependencies: Dependencies): Method<typeof ApiKeyService.method.revokeApiKey> =>
  (path, context) =>
    changeApiKey(dependencies, 'revoke API key', path, context, (key, now) => revoke(key, now));

/** Revokes a person's user- and workspace-level keys, or only those of `workspaceId`. Expired keys keep their status. */
export async function revokePersonalKeys(
  tx: Tx,
  organization: LockedOrganization,
  userId: string,
  workspaceId: string | null,
  because: 'member_removed' | 'workspace_member_removed',
): Promise<DomainEvent[]> {
  const now = new Date();
  const keys = await personalKeys(tx, organization.id, userId, workspaceId, now);
  const revoked = keys.map((key) => revoke(key, now, because));
  await saveRevoked(
    tx,
    organization,
    revoked.map(({ key }) => key),
  );
  return revoked.flatMap(({ events }) => events);
}
