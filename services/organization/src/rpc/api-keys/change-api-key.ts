import type { HandlerContext } from '@connectrpc/connect';
import type { UserCaller } from '@patchbay/access/caller';
import { demand, inOrganization } from '@patchbay/access/rules';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { type ApiKey, type KeyChange, mayManage } from '../../domain/api-key.ts';
import { lockAccess, organizationTurn } from '../../store/access.ts';
import type { LockedAccess } from '../../store/access-row.ts';
import { findKey, type KeyForCaller, saveKey } from '../../store/api-keys.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../input.ts';
import { presentApiKey } from './present-api-key.ts';

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
export async function changeApiKey(
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
