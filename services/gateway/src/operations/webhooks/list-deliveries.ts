import { inOrganization } from '@patchbay/access/rules';
import { lifetimes } from '@patchbay/platform/lifetimes';
import { reads } from '../../operation/assistant.ts';
import { defineOperation } from '../../operation/operation.ts';
import { presentDelivery } from '../../present/webhook.ts';
import {
  DeliveryPage,
  deliveryExample,
  deliveryQuery,
  webhookParams,
  webhookParamsExample,
} from '../../schemas/webhook.ts';

export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  group: 'webhooks',
  method: 'GET',
  path: '/v1/organizations/{orgSlug}/webhooks/{id}/deliveries',
  summary: 'Page through the deliveries of a webhook',
  description: `Returns a page of the deliveries of the last ${lifetimes.deliveryDays} days, newest first. Ask for the next one with \`nextCursor\` and the same filter until it is null. A cursor that this API did not give out is a 400.`,
  credentials: 'session or key',
  keyLevels: ['user', 'organization'],
  access: inOrganization.manageWebhooks,
  params: webhookParams,
  query: deliveryQuery,
  examples: { params: webhookParamsExample, query: { status: 'failed', limit: 20 } },
  answer: {
    status: 200,
    description: 'A page of the deliveries',
    schema: DeliveryPage,
    example: { deliveries: [deliveryExample], nextCursor: null },
  },
  assistant: reads,
  audit: { none: 'a read' },
  async handle({ params, query, callOptions }, { webhook }) {
    const { deliveries, nextCursor } = await webhook.listDeliveries(
      { webhookId: params.id, ...query },
      callOptions,
    );
    return { deliveries: deliveries.map(presentDelivery), nextCursor: nextCursor || null };
  },
});
