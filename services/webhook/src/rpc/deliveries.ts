import type { WebhookService } from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { invalid, notFound } from '@patchbay/errors/failure';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { bodyOf } from '../domain/entry.ts';
import { cursorOf, pageOf } from '../domain/page.ts';
import { hostOf, refuseDisabled } from '../domain/webhook.ts';
import { deliverAgain, insertTested, listDeliveries as listStored } from '../store/deliveries.ts';
import { wakeQueues } from '../store/queues.ts';
import { putReplay } from '../store/replays.ts';
import { turnOfWebhook } from '../store/webhooks.ts';
import type { Dependencies } from './dependencies.ts';
import { findOwn, idOf, idsOf, lockOwn, organizationOf, organizationOfUser } from './organization-webhook.ts';
import { presentDelivery } from './present.ts';

export const listDeliveries =
  ({ db }: Dependencies): Method<typeof WebhookService.method.listDeliveries> =>
  async (request, context) => {
    const { id } = await findOwn(db, idsOf(organizationOf(context), request.webhookId));
    const page = pageOf(request);
    const found = await listStored(db, id, page);
    const deliveries = found.slice(0, page.limit);
    const last = found.length > page.limit ? deliveries.at(-1) : undefined;
    return {
      deliveries: deliveries.map(presentDelivery),
      nextCursor: last === undefined ? '' : cursorOf(last),
    };
  };

const testAction = 'webhook.test';
const noHash = '0'.repeat(64);

/** One attempt, which changes nothing about the webhook: no retry follows, and it does not count as a failure. */
export const testWebhook =
  ({ db, transact, send }: Dependencies): Method<typeof WebhookService.method.testWebhook> =>
  async ({ id }, context) => {
    const webhook = await findOwn(db, idsOf(organizationOfUser(context), id));
    const { userId, email, name } = userOf(context);
    const { ipAddress, userAgent, requestId } = callOf(context);
    const [testId, now] = [uuid(), db.now().toISOString()];
    // The fields of an AuditLog. A test is no entry: it has the sequence 0 and no place in the chain of hashes.
    const auditLog = JSON.stringify({
      action: testAction,
      actor: { apiKeyPrefix: null, email, id: userId, name, type: 'user' },
      changes: [],
      id: testId,
      ipAddress,
      metadata: {},
      occurredAt: now,
      previousHash: noHash,
      recordedAt: now,
      requestId,
      sequence: 0,
      target: { id: webhook.id, name: hostOf(webhook.url), type: 'webhook' },
      traceId: null,
      userAgent,
      workspace: webhook.workspace && { name: webhook.workspace.name, slug: webhook.workspace.slug },
      hash: noHash,
    });
    const body = bodyOf({ action: testAction, occurredAt: now, auditLog });
    const attempt = await send(webhook, { id: testId, body, isTest: true });
    const test = { id: testId, webhookId: webhook.id, action: testAction, body };
    const delivery = await transact('record a test', (tx) => insertTested(tx, test, attempt));
    if (delivery === undefined) throw notFound('the webhook was deleted during its test');
    return { delivery: presentDelivery(delivery) };
  };

export const redeliver =
  ({ transact }: Dependencies): Method<typeof WebhookService.method.redeliver> =>
  async ({ webhookId, deliveryId }, context) => {
    const ids = idsOf(organizationOf(context), webhookId);
    const delivery = idOf(deliveryId);
    return transact({ name: 'redeliver', turn: turnOfWebhook(ids.id) }, async (tx) => {
      const webhook = await lockOwn(tx, ids);
      refuseDisabled(webhook);
      if (!(await deliverAgain(tx, webhook, delivery))) throw notFound('no such delivery of this webhook');
      await wakeQueues(tx, [webhook.id]);
      return {};
    });
  };

/** Sequences are exact numbers below this one. */
const maxSequence = BigInt(Number.MAX_SAFE_INTEGER);

export const replayWebhook =
  ({ transact }: Dependencies): Method<typeof WebhookService.method.replayWebhook> =>
  async ({ id, afterSequence }, context) => {
    const ids = idsOf(organizationOfUser(context), id);
    if (afterSequence > maxSequence)
      throw invalid({ path: 'afterSequence', message: `must be at most ${maxSequence}` });
    return transact({ name: 'replay webhook', turn: turnOfWebhook(ids.id) }, async (tx) => {
      const webhook = await lockOwn(tx, ids);
      refuseDisabled(webhook);
      await putReplay(tx, webhook, afterSequence);
      return {};
    });
  };
