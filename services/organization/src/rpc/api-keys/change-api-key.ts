import type { HandlerContext } from '@connectrpc/connect';
import { notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import { type ApiKey, type KeyChange, mayManage } from '../../domain/api-key.ts';
import { lockAccess } from '../../store/access.ts';
import type { Access } from '../../store/access-row.ts';
import { findKey, type SeenKey, saveKey } from '../../store/api-keys.ts';
import type { Tx } from '../../store/transaction.ts';
import type { Dependencies } from '../dependencies.ts';
import { idOf } from '../read.ts';
import { presentApiKey } from './present-api-key.ts';

export interface KeyPath {
  readonly organizationSlug: string;
  readonly apiKeyId: string;
}

/** The key that the path names, alone with its organization. One that the caller may not manage does not exist for them. */
export async function lockKey(
  tx: Tx,
  caller: ReturnType<typeof userOf>,
  { organizationSlug, apiKeyId }: KeyPath,
): Promise<SeenKey & { access: Access }> {
  const access = await lockAccess(tx, caller, { organizationSlug });
  const { id, role } = access.organization;
  const { userId } = caller;
  const seen = await findKey(tx, id, userId, idOf(apiKeyId));
  if (seen === undefined || !mayManage({ userId, role, assigned: seen.assigned }, seen.key)) {
    throw notFound('no such API key, or the caller may not see it');
  }
  return { access, ...seen };
}

/** Changes a key as the domain says, and tells of it. What changes nothing writes nothing. */
export async function changeApiKey(
  { transact, outbox }: Dependencies,
  name: string,
  path: KeyPath,
  context: HandlerContext,
  change: (key: ApiKey, now: Date) => KeyChange,
): Promise<{ apiKey: ReturnType<typeof presentApiKey> }> {
  const caller = userOf(context);
  return transact(name, async (tx) => {
    const now = new Date();
    const { key, events } = change((await lockKey(tx, caller, path)).key, now);
    if (events.length > 0) {
      await saveKey(tx, key);
      await outbox.record(tx, callOf(context), events);
    }
    return { apiKey: presentApiKey(key, now) };
  });
}
