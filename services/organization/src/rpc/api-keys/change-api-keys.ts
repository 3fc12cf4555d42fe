import type { HandlerContext } from '@connectrpc/connect';
import type { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { type ApiKey, disable, enable, type KeyChange, rename, revoke } from '../../domain/api-key.ts';
import { organizationTurn } from '../../store/access.ts';
import { forgetDeadKeys, linesOfOnly, personalKeys, saveKey, saveRevoked } from '../../store/api-keys.ts';
import type { LockedOrganization } from '../../store/organization-lock.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { demandMayCreate, type KeyPath, type LockedKey, lockKey, presentApiKey } from './api-keys.ts';

/**
 * Applies `change` under the row lock of the organization; saves the key and records the events, if there are any.
 * `demandMore` refuses callers who manage the key but may not change it in this way.
 */
async function changeApiKey(
  { db, transact, outbox }: Dependencies,
  name: string,
  path: KeyPath,
  context: HandlerContext,
  change: (key: ApiKey, now: Date, isLastOfLine: () => Promise<boolean>) => KeyChange | Promise<KeyChange>,
  demandMore?: (locked: LockedKey) => void,
): Promise<{ apiKey: ReturnType<typeof presentApiKey> }> {
  const caller = userOf(context);
  const turn = await organizationTurn(db, caller, { organizationSlug: path.organizationSlug });
  return transact({ name, turn }, async (tx) => {
    const now = tx.now();
    const locked = await lockKey(tx, caller, path);
    demandMore?.(locked);
    const { organization } = locked.access;
    const { key, events } = await change(locked.key, now, async () =>
      (await linesOfOnly(tx, organization, [locked.key], now)).has(locked.key.lineId),
    );
    if (events.length > 0) {
      await saveKey(tx, organization, key);
      if (key.status === 'revoked') await forgetDeadKeys(tx, organization, key.creator.userId, now);
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
    changeApiKey(dependencies, 'revoke API key', path, context, async (key, now, isLastOfLine) =>
      revoke(key, now, await isLastOfLine()),
    );

/** Revokes a person's user- and workspace-level keys, or only those of `workspaceId`. Expired keys keep their status. */
export async function revokePersonalKeys(
  tx: Tx,
  organization: LockedOrganization,
  userId: string,
  workspaceId: string | null,
  because: 'member_removed' | 'workspace_member_removed',
): Promise<DomainEvent[]> {
  const now = tx.now();
  const keys = await personalKeys(tx, organization.id, userId, workspaceId, now);
  if (keys.length === 0) return [];
  const ended = await linesOfOnly(tx, organization, keys, now);
  const revoked = keys.map((key) => revoke(key, now, ended.has(key.lineId), because));
  await saveRevoked(
    tx,
    organization,
    revoked.map(({ key }) => key),
  );
  await forgetDeadKeys(tx, organization, userId, now);
  return revoked.flatMap(({ events }) => events);
}
