import { lifetimes } from '@patchbay/platform/lifetimes';
import { most, withCommas } from '@patchbay/platform/maximums';
import { withoutControlPattern } from '@patchbay/text/characters';
import { personText } from '@patchbay/text/person-text';
import { type Action, actions } from '@patchbay/trail/action';
import { z } from 'zod';
import { AuditLog, auditLogExample } from './audit-log.ts';
import { exampleWorld, organizationParamsExample } from './example-world.ts';
import { organizationParams } from './organization.ts';
import {
  addressInAnswer,
  emailInAnswer,
  id,
  idInRequest,
  programText,
  queryInteger,
  slug,
  slugAndName,
  textOf,
  timestamp,
} from './text.ts';

export const webhookParams = organizationParams.extend({
  id: idInRequest.meta({ description: '`id` of the webhook.' }),
});

export const deliveryParams = webhookParams.extend({
  deliveryId: idInRequest.meta({ description: '`id` of the delivery.' }),
});

const actionNames = Object.keys(actions) as Action[];
type ActionGroup = Action extends `${infer Group}.${string}` ? `${Group}.*` : never;
const actionGroups = [...new Set(actionNames.map((action) => action.replace(/\..*$/, '.*') as ActionGroup))];

const actionFilter = z.enum([...actionNames, ...actionGroups]).meta({
  id: 'WebhookActionFilter',
  description: 'An action of the audit trail, or a group of them, such as `integration.*`.',
});

/** The service checks the address itself, where it also resolves the name. */
const url = programText(2048).meta({
  format: 'uri',
  description:
    'Where requests are sent: https, without a user or a password, and no private address. http only on loopback, in development.',
});

const description = textOf({
  ...personText(0, 200),
  schema: { maxLength: 200, pattern: withoutControlPattern },
});

/** The service refuses repeats. */
const sentActions = z.array(actionFilter).max(100).meta({ uniqueItems: true });

export const newWebhook = z
  .strictObject({
    url,
    description: description.default('').meta({ description: 'What it is for. Default: empty.' }),
    actions: sentActions
      .default([])
      .meta({ description: 'Which entries are delivered; empty, the default: all.' }),
    workspaceSlug: slug.nullable().default(null).meta({
      description:
        'Delivers only the entries of this workspace; null, the default: those of the whole organization.',
    }),
  })
  .meta({ id: 'NewWebhook', description: 'A webhook to create.' });

const status = z.enum(['active', 'disabled']).meta({
  id: 'WebhookStatus',
  description: '`active`: entries are delivered. `disabled`: entries are neither delivered nor kept.',
});

export const webhookChanges = z
  .strictObject({
    url: url.exactOptional(),
    description: description.exactOptional().meta({ description: 'The new description; may be empty.' }),
    actions: sentActions
      .exactOptional()
      .meta({ description: 'Which entries are delivered from now on; empty: all.' }),
    workspaceSlug: slug.nullable().exactOptional().meta({
      description: 'Delivers only the entries of this workspace; null: those of the whole organization.',
    }),
    status: status.exactOptional(),
  })
  .meta({ id: 'WebhookChanges', description: 'Changes to a webhook. What you leave out stays as it is.' });

export const webhookSecretRotation = z
  .strictObject({
    graceHours: z.int().min(0).max(168).default(24).meta({
      description: 'Hours in which requests are signed with the old secret too. Default: 24.',
    }),
  })
  .meta({ id: 'WebhookSecretRotation', description: 'How the secret of a webhook is replaced.' })
  .prefault({});

export const webhookReplay = z
  .strictObject({
    afterSequence: z
      .int()
      .min(0)
      .meta({ description: 'Delivers the entries after this `sequence`; 0: from the first.' }),
  })
  .meta({ id: 'WebhookReplay', description: 'From where on the audit trail is delivered once more.' });

const failure = z
  .object({
    at: timestamp,
    status: z.int().nullable().meta({ description: 'Of the response; null: there was none.' }),
    reason: z.string(),
  })
  .meta({ id: 'WebhookFailure', description: 'Why the last attempt to deliver failed.' });

const fields = {
  id,
  url: addressInAnswer,
  description: z.string(),
  actions: z.array(actionFilter).meta({ description: 'Which entries are delivered; empty: all.' }),
  workspace: slugAndName
    .nullable()
    .meta({ description: 'Whose entries are delivered; null: those of the whole organization.' }),
  status,
  disabledReason: z.enum(['by_person', 'gone', 'failing']).nullable().meta({
    description:
      '`by_person`: somebody disabled it. `gone`: it answered 410. `failing`: nothing was delivered for five days. Null while it is active.',
  }),
  createdByEmail: emailInAnswer,
  createdAt: timestamp,
  updatedAt: timestamp,
  lastDeliveredAt: timestamp.nullable().meta({ description: 'Null if nothing was delivered yet.' }),
  lastFailure: failure
    .nullable()
    .meta({ description: 'Null if the last attempt succeeded, or if there was none.' }),
  pending: z
    .int()
    .min(0)
    .meta({
      description: `How many deliveries wait; ${withCommas(most.countedDeliveries)} stands for as many or more.`,
    }),
};

export const Webhook = z.object(fields).meta({
  id: 'Webhook',
  description: 'An address to which entries of the audit trail are delivered, without its secret.',
});

export const WebhookList = z
  .object({ webhooks: z.array(Webhook).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'WebhookList', description: 'The webhooks of an organization.' });

export const WebhookWithSecret = z
  .object({
    ...fields,
    secret: z.string().meta({
      description:
        'What requests are signed with: `whsec_`, then the key in base64. No other response shows it.',
    }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook, with its new secret.' });

const deliveryStatus = z.enum(['pending', 'delivered', 'failed']).meta({
  id: 'DeliveryStatus',
  description:
    '`pending`: another attempt follows. `delivered`: the receiver answered 2xx. `failed`: no attempt follows.',
});

export const Delivery = z
  .object({
    id,
    webhookId: id,
    entryId: id.meta({ description: 'The `webhook-id` of the request: the `id` of the entry.' }),
    sequence: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Of the entry; null for a test, which is no entry.' }),
    action: z.string().meta({ description: 'Of the entry; `webhook.test` for a test.' }),
    status: deliveryStatus,
    attempts: z.int().min(0).meta({ description: 'How many there were.' }),
    lastAttemptAt: timestamp.nullable().meta({ description: 'Null before the first attempt.' }),
    nextAttemptAt: timestamp
      .nullable()
      .meta({ description: 'Null unless it is pending, and while an attempt runs.' }),
    responseStatus: z
      .int()
      .nullable()
      .meta({ description: 'Of the response to the last attempt; null: there was none.' }),
    responseMs: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Milliseconds until the response to the last attempt; null: there was none.' }),
    reason: z.string().nullable().meta({
      description: 'Why the last attempt failed; null if it did not. Never what the receiver answered.',
    }),
  })
  .meta({ id: 'Delivery', description: 'An entry of the audit trail on its way to a webhook.' });

export const DeliveryPage = z
  .object({
    deliveries: z.array(Delivery).meta({ description: 'Newest first.' }),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  })
  .meta({
    id: 'DeliveryPage',
    description: `A page of the deliveries of a webhook. They are kept for ${lifetimes.deliveryDays} days.`,
  });

export const deliveryQuery = z.strictObject({
  status: deliveryStatus.exactOptional().meta({ description: 'Only deliveries with this status.' }),
  cursor: programText(512).exactOptional().meta({ description: '`nextCursor` of the previous page.' }),
  limit: queryInteger(1, 200).prefault(50).meta({ description: 'How many deliveries a page has at most.' }),
});

/** What a receiver gets. */
export const WebhookEvent = z
  .object({
    type: z.string().meta({ description: 'The `action` of the entry; `webhook.test` for a test.' }),
    timestamp: timestamp.meta({ description: 'The `occurredAt` of the entry.' }),
    data: AuditLog,
  })
  .meta({ id: 'WebhookEvent', description: 'The body of the requests that a webhook receives.' });

export const webhookExample: z.input<typeof Webhook> = {
  id: '0199c1fa-2c47-7b1d-9f60-1d83a5c4e721',
  url: 'https://hooks.acme.example/patchbay',
  description: 'Alerts of the team',
  actions: ['integration.*', 'member.removed'],
  workspace: exampleWorld.workspace,
  status: 'active',
  disabledReason: null,
  createdByEmail: exampleWorld.ada.email,
  createdAt: exampleWorld.createdAt,
  updatedAt: exampleWorld.createdAt,
  lastDeliveredAt: '2026-11-15T11:02:00.412Z',
  lastFailure: null,
  pending: 0,
};

/** The key is the text `EXAMPLE` and dots, in base64. */
const secretExample = `whsec_${Buffer.from('EXAMPLE'.padEnd(32, '.')).toString('base64')}`;

export const newWebhookExample: z.input<typeof WebhookWithSecret> = {
  ...webhookExample,
  lastDeliveredAt: null,
  secret: secretExample,
};

export const rotatedWebhookExample: z.input<typeof WebhookWithSecret> = {
  ...webhookExample,
  secret: secretExample,
};

export const deliveryExample: z.input<typeof Delivery> = {
  id: '0199c1fb-70e2-7c35-8a14-5e92b6d0f834',
  webhookId: webhookExample.id,
  entryId: auditLogExample.id,
  sequence: auditLogExample.sequence,
  action: auditLogExample.action,
  status: 'delivered',
  attempts: 1,
  lastAttemptAt: '2026-11-15T09:31:00.702Z',
  nextAttemptAt: null,
  responseStatus: 204,
  responseMs: 87,
  reason: null,
};

export const webhookEventExample: z.input<typeof WebhookEvent> = {
  type: auditLogExample.action,
  timestamp: auditLogExample.occurredAt,
  data: auditLogExample,
};

export const webhookParamsExample = { ...organizationParamsExample, id: webhookExample.id };
export const deliveryParamsExample = { ...webhookParamsExample, deliveryId: deliveryExample.id };
