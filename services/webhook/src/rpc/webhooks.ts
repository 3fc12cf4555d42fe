import type {
  UpdateWebhookRequest,
  WebhookService,
} from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { notFound } from '@patchbay/errors/failure';
import { readAll } from '@patchbay/errors/field-problems';
import { callOf, userOf } from '@patchbay/rpc/caller';
import type { Method } from '@patchbay/rpc/method';
import { v7 as uuid } from 'uuid';
import { actionsOf } from '../domain/filter.ts';
import {
  descriptionOf,
  graceEnd,
  refuseWhenFull,
  secretRotated,
  statusOf,
  type Update,
  update,
  type Webhook,
  webhookCreated,
  webhookDeleted,
} from '../domain/webhook.ts';
import { newSecret } from '../sending/signature.ts';
import { isDeleted, lockOrganization } from '../store/deletion.ts';
import { pendingOf } from '../store/deliveries.ts';
import { restartQueue } from '../store/queues.ts';
import { sealedSecret } from '../store/secrets.ts';
import {
  insertWebhook,
  listWebhooks as listStored,
  lockAndCount,
  markAsDeleted,
  rotateSecret as rotateStored,
  saveWebhook,
  turnOfOrganization,
  turnOfWebhook,
} from '../store/webhooks.ts';
import type { Dependencies } from './dependencies.ts';
import { demandPublicName, urlFrom, workspaceOf } from './input.ts';
import { findOwn, idsOf, lockOwn, organizationOf, organizationOfUser } from './organization-webhook.ts';
import { presentWebhook } from './present.ts';

export const listWebhooks =
  ({ db }: Dependencies): Method<typeof WebhookService.method.listWebhooks> =>
  async (_request, context) => {
    const webhooks = await listStored(db, organizationOf(context).id);
    const pending = await pendingOf(
      db,
      webhooks.map(({ id }) => id),
    );
    return { webhooks: webhooks.map((webhook) => presentWebhook(webhook, pending.get(webhook.id) ?? 0)) };
  };

const present = async ({ db }: Pick<Dependencies, 'db'>, webhook: Webhook) =>
  presentWebhook(webhook, (await pendingOf(db, [webhook.id])).get(webhook.id) ?? 0);

export const getWebhook =
  ({ db }: Dependencies): Method<typeof WebhookService.method.getWebhook> =>
  async ({ id }, context) => ({
    webhook: await present({ db }, await findOwn(db, idsOf(organizationOf(context), id))),
  });

const deletedMeanwhile = () => notFound('the organization or the workspace was deleted meanwhile');

export const createWebhook =
  (dependencies: Dependencies): Method<typeof WebhookService.method.createWebhook> =>
  async (request, context) => {
    const { email: createdByEmail } = userOf(context);
    const { id: organizationId } = organizationOfUser(context);
    const { createOnce, outbox, sealer } = dependencies;
    const asked = readAll({
      url: () => urlFrom(dependencies, request.url),
      description: () => descriptionOf(request.description),
      actions: () => actionsOf(request.actions),
    });
    await demandPublicName(dependencies, asked.url);
    const turn = turnOfOrganization(organizationId);
    return createOnce({ name: 'create webhook', turn }, context, {
      authorize: async () => {},
      workspaceIn: () => request.workspace?.id,
      async create(tx) {
        refuseWhenFull(await lockAndCount(tx, organizationId));
        const now = tx.now();
        const workspace = request.workspace ? workspaceOf(request.workspace, now) : null;
        if (await isDeleted(tx, organizationId, workspace?.id ?? null)) throw deletedMeanwhile();
        const [id, secret] = [uuid(), newSecret()];
        const webhook: Webhook = {
          id,
          organizationId,
          ...asked,
          workspace,
          status: 'active',
          disabledReason: null,
          createdByEmail,
          createdAt: now,
          updatedAt: now,
          lastDeliveredAt: null,
          lastFailure: null,
          failingSince: null,
        };
        await insertWebhook(tx, {
          ...webhook,
          sealedSecret: sealedSecret.seal(sealer, secret, organizationId, id),
        });
        await outbox.record(tx, callOf(context), [webhookCreated(webhook)]);
        return { webhook: presentWebhook(webhook, 0), secret };
      },
    });
  };

const scopeOf = ({ scope }: UpdateWebhookRequest, now: Date): Update['workspace'] => {
  if (scope.case === 'workspace') return workspaceOf(scope.value, now);
  return scope.case === 'wholeOrganization' ? null : undefined;
};

export const updateWebhook =
  (dependencies: Dependencies): Method<typeof WebhookService.method.updateWebhook> =>
  async (request, context) => {
    const ids = idsOf(organizationOfUser(context), request.id);
    const { db, transact, outbox } = dependencies;
    const { url, description, actions, status } = request;
    const asked: Update = readAll({
      url: () => (url === undefined ? undefined : urlFrom(dependencies, url)),
      description: () => (description === undefined ? undefined : descriptionOf(description)),
      actions: () => actions && actionsOf(actions.names),
      workspace: () => scopeOf(request, db.now()),
      status: () => (status === undefined ? undefined : statusOf(status)),
    });
    // Before the name is resolved, so that an id of another organization causes no request.
    await findOwn(db, ids);
    if (asked.url !== undefined) await demandPublicName(dependencies, asked.url);
    const updated = await transact({ name: 'update webhook', turn: turnOfWebhook(ids.id) }, async (tx) => {
      if (asked.workspace) {
        await lockOrganization(tx, ids.organizationId);
        if (await isDeleted(tx, ids.organizationId, asked.workspace.id)) throw deletedMeanwhile();
      }
      const before = await lockOwn(tx, ids);
      const { webhook, events } = update(before, asked, tx.now());
      if (events.length === 0) return before;
      await saveWebhook(tx, before, webhook);
      if (webhook.status !== before.status || webhook.url !== before.url)
        await restartQueue(tx, before, { isActive: webhook.status === 'active' });
      await outbox.record(tx, callOf(context), events);
      return webhook;
    });
    return { webhook: await present(dependencies, updated) };
  };

/** What is being sent now still arrives. */
export const deleteWebhook =
  ({ transact, outbox }: Dependencies): Method<typeof WebhookService.method.deleteWebhook> =>
  async ({ id }, context) => {
    const ids = idsOf(organizationOfUser(context), id);
    return transact({ name: 'delete webhook', turn: turnOfWebhook(ids.id) }, async (tx) => {
      const webhook = await lockOwn(tx, ids);
      await markAsDeleted(tx, webhook);
      await outbox.record(tx, callOf(context), [webhookDeleted(webhook)]);
      return {};
    });
  };

export const rotateSecret =
  (dependencies: Dependencies): Method<typeof WebhookService.method.rotateSecret> =>
  async ({ id, graceHours }, context) => {
    const ids = idsOf(organizationOfUser(context), id);
    const { db, transact, outbox, sealer } = dependencies;
    const now = db.now();
    const grace = { graceEnd: graceEnd(graceHours, now), now };
    const secret = newSecret();
    const webhook = await transact({ name: 'rotate secret', turn: turnOfWebhook(ids.id) }, async (tx) => {
      const locked = await lockOwn(tx, ids);
      const sealed = sealedSecret.seal(sealer, secret, ids.organizationId, ids.id);
      await rotateStored(tx, locked, sealed, grace);
      await outbox.record(tx, callOf(context), [secretRotated(locked, graceHours)]);
      return { ...locked, updatedAt: now };
    });
    return { webhook: await present(dependencies, webhook), secret };
  };
