import { WebhookEvent, webhookEventExample } from '../schemas/webhook.ts';
import type { Json, Schemas } from './schemas.ts';

const header = (name: string, description: string, schema: Json, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', ...schema },
  example,
});

/** `webhooks` of the document: the requests that Patchbay sends, by name. */
export const webhooksOf = (schemas: Schemas): Json => ({
  'audit-log': {
    post: {
      operationId: 'receiveAuditLog',
      tags: ['webhooks'],
      summary: 'An entry of the audit trail',
      description:
        'What a webhook receives, signed by [Standard Webhooks](https://www.standardwebhooks.com) 1.0. Verify the signature over the bytes of the body before reading it, and refuse a `webhook-timestamp` that is more than five minutes off. An entry may come more than once, and later ones may come before it: drop repeats by `webhook-id`, and order by `data.sequence`. A test has the same fields, but is no entry: `type` and `data.action` are `webhook.test`, and `data.sequence` is 0. Answer 2xx within 15 seconds. Anything else, a redirect too, is a failure and is attempted again for days; `Retry-After` is honoured up to 24 hours. A 410 disables the webhook.',
      security: [],
      parameters: [
        header(
          'webhook-id',
          'The `id` of the entry: the same at every attempt.',
          { format: 'uuid' },
          webhookEventExample.data.id,
        ),
        header(
          'webhook-timestamp',
          'When this attempt was made, in seconds since 1970.',
          { pattern: '^\\d+$' },
          '1794735060',
        ),
        header(
          'webhook-signature',
          'For each secret that is in effect: `v1,` and the base64 of HMAC-SHA-256 over `webhook-id`, `webhook-timestamp` and the body, with full stops between them. A space separates several; one that matches is enough.',
          { pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemas.received(WebhookEvent), example: webhookEventExample },
        },
      },
      responses: { '2XX': { description: 'The entry was received' } },
    },
  },
});
