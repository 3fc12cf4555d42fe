import { expect, it } from 'vitest';
import { document, problemsOf } from './document.fixture.ts';
import { createDocument } from './document.ts';

const received = document.webhooks['audit-log']?.post;

it('the document describes the request that a webhook receives, and its examples match their schemas', () => {
  const { schema = {}, example } = received?.requestBody?.content['application/json'] ?? {};
  expect(schema).toEqual({ $ref: '#/components/schemas/WebhookEvent' });
  expect(problemsOf(schema, example)).toBeNull();
  expect(problemsOf(schema, { ...(example as object), data: {} })).not.toBeNull();
  expect(document.components.schemas['WebhookEvent']).toMatchObject({
    properties: { type: {}, timestamp: {}, data: { $ref: '#/components/schemas/AuditLog' } },
    required: ['type', 'timestamp', 'data'],
  });
});

it('the document names the headers of Standard Webhooks, which are always sent', () => {
  const parameters = received?.parameters ?? [];
  expect(parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
  for (const { in: place, required, schema, example } of parameters)
    expect([place, required, problemsOf(schema, example)]).toEqual(['header', true, null]);
});

it('what a webhook receives carries no credential of Patchbay', () => {
  expect(received?.security).toEqual([]);
});

it('a document without the operations on webhooks describes no webhook', () => {
  const options = { publicUrl: 'https://api.example', cookieName: 'session' };
  expect(createDocument([], options)).not.toHaveProperty('webhooks');
});
