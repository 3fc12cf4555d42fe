import type { AccessIn } from '@patchbay/access/access';
import { inOrganization } from '@patchbay/access/rules';
import type { Queryable } from '@patchbay/database/query';
import type { Transaction } from '@patchbay/database/transaction';
import { notFound } from '@patchbay/errors/failure';
import { type CallValues, principalOf, userOf } from '@patchbay/rpc/caller';
import { accessOf } from '@patchbay/rpc/caller-access';
import { validate as isUuid } from 'uuid';
import {
  findWebhook,
  type LockedWebhook,
  lockWebhook,
  type StoredWebhook,
  type WebhookIds,
} from '../store/webhooks.ts';

type Organization = AccessIn<'organization'>['organization'];

/** The organization of a caller who may manage its webhooks, by session or key. */
export function organizationOf(context: CallValues): Organization {
  principalOf(context);
  return accessOf(context, inOrganization.manageWebhooks).organization;
}

/** The organization of a person who may manage its webhooks. Refuses keys. */
export function organizationOfUser(context: CallValues): Organization {
  userOf(context);
  return accessOf(context, inOrganization.manageWebhooks).organization;
}

/** An id in lower case. A malformed id is `not_found`, like an unknown one. */
export function idOf(text: string): string {
  if (!isUuid(text)) throw notFound('a malformed id');
  return text.toLowerCase();
}

export const idsOf = ({ id: organizationId }: Organization, id: string): WebhookIds => ({
  organizationId,
  id: idOf(id),
});

const noSuchWebhook = () => notFound('no such webhook in this organization');

/** Throws `not_found` where the organization has no such webhook. */
export async function findOwn(db: Queryable, ids: WebhookIds): Promise<StoredWebhook> {
  const found = await findWebhook(db, ids);
  if (found === undefined) throw noSuchWebhook();
  return found;
}

/** Throws `not_found` where the organization has no such webhook. */
export async function lockOwn(tx: Transaction, ids: WebhookIds): Promise<LockedWebhook> {
  const locked = await lockWebhook(tx, ids);
  if (locked === undefined) throw noSuchWebhook();
  return locked;
}
