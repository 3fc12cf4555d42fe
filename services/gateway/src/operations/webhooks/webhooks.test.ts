import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import {
  CreateWebhookRequestSchema,
  UpdateWebhookRequestSchema,
} from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { notFound } from '@patchbay/errors/failure';
import { describe, expect, it } from 'vitest';
import { Delivery, Webhook } from '../../schemas/webhook.ts';
import { bearer, post, startGateway } from '../../testing/gateway.ts';
import { organization, workspace } from '../../testing/values.ts';
import { delivery, shownDelivery, shownWebhook, webhook, webhookSecret } from '../../testing/webhooks.ts';
import { operations } from '../index.ts';

const all = '/v1/organizations/acme/webhooks';
const one = `${all}/${webhook.id}`;
const { id } = webhook;
const time = timestampFromDate(new Date('2026-11-16T09:00:00Z'));
const iso = '2026-11-16T09:00:00.000Z';

interface Row {
  readonly id: string;
  readonly path: string;
  readonly body?: unknown;
  /** Undefined: none. */
  readonly answer?: unknown;
  /** Of webhook, and the request that it gets. */
  readonly rpc: string;
  readonly request: object;
}

const rows: Row[] = [
  { id: 'listWebhooks', path: all, answer: { webhooks: [shownWebhook] }, rpc: 'listWebhooks', request: {} },
  {
    id: 'createWebhook',
    path: all,
    body: { url: webhook.url },
    answer: { ...shownWebhook, secret: webhookSecret },
    rpc: 'createWebhook',
    request: { url: webhook.url, description: '', actions: [] },
  },
  { id: 'getWebhook', path: one, answer: shownWebhook, rpc: 'getWebhook', request: { id } },
  {
    id: 'updateWebhook',
    path: one,
    body: { status: 'disabled' },
    answer: shownWebhook,
    rpc: 'updateWebhook',
    request: { id, status: 'disabled' },
  },
  { id: 'deleteWebhook', path: one, rpc: 'deleteWebhook', request: { id } },
  {
    id: 'rotateWebhookSecret',
    path: `${one}/rotate-secret`,
    answer: { ...shownWebhook, secret: webhookSecret },
    rpc: 'rotateSecret',
    request: { id, graceHours: 24 },
  },
  { id: 'testWebhook', path: `${one}/test`, answer: shownDelivery, rpc: 'testWebhook', request: { id } },
  {
    id: 'listDeliveries',
    path: `${one}/deliveries`,
    answer: { deliveries: [shownDelivery], nextCursor: 'next' },
    rpc: 'listDeliveries',
    request: { webhookId: id, limit: 50 },
  },
  {
    id: 'redeliver',
    path: `${one}/deliveries/${delivery.id}/redeliver`,
    rpc: 'redeliver',
    request: { webhookId: id, deliveryId: delivery.id },
  },
  {
    id: 'replayWebhook',
    path: `${one}/replay`,
    body: { afterSequence: 12 },
    rpc: 'replayWebhook',
    request: { id, afterSequence: 12n },
  },
];

it('the tests cover every operation on webhooks', () => {
  const ids = operations.filter(({ group }) => group === 'webhooks').map((operation) => operation.id);
  expect(rows.map((row) => row.id)).toEqual(ids);
});

describe.each(rows)('$id', ({ id: operationId, path, body, answer, rpc, request }) => {
  const operation = operations.find((candidate) => candidate.id === operationId);
  const method = operation?.method ?? 'GET';
  const sent = (headers: Record<string, string>) => ({
    ...(body === undefined ? { headers } : post(body, headers)),
    method,
  });

  it('an operation on webhooks is one call, with the access of the caller', async () => {
    const { fetch, calls } = await startGateway();
    const response = await fetch(path, sent(bearer));
    expect(response.status).toBe(operation?.answer.status);
    const text = await response.text();
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(answer);
    expect(calls).toMatchObject([
      { method: 'authenticate' },
      { method: 'resolveAccess' },
      { method: rpc, request, call: { access: { organization: { id: organization.id, role: 'admin' } } } },
    ]);
  });
});

describe('what a webhook has', () => {
  it('a webhook is shown with every field', async () => {
    const full = {
      ...webhook,
      workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
      status: 'disabled',
      disabledReason: 'gone',
      lastDeliveredAt: time,
      lastFailure: { at: time, status: 410, reason: 'The receiver answered 410.' },
    };
    const { fetch } = await startGateway({
      implementations: { webhook: { getWebhook: () => ({ webhook: full }) } },
    });
    const shown = await (await fetch(one, { headers: bearer })).json();
    expect(shown).toEqual({
      ...shownWebhook,
      workspace: { slug: workspace.slug, name: workspace.name },
      status: 'disabled',
      disabledReason: 'gone',
      lastDeliveredAt: iso,
      lastFailure: { at: iso, status: 410, reason: 'The receiver answered 410.' },
    });
    expect(Object.keys(shown as object).toSorted()).toEqual(Object.keys(Webhook.shape).toSorted());
  });

  it('a failure without a response has no status', async () => {
    const failed = { ...webhook, lastFailure: { at: time, reason: 'It could not be reached.' } };
    const { fetch } = await startGateway({
      implementations: { webhook: { getWebhook: () => ({ webhook: failed }) } },
    });
    expect(await (await fetch(one, { headers: bearer })).json()).toMatchObject({
      lastFailure: { at: iso, status: null, reason: 'It could not be reached.' },
    });
  });

  it('a delivery is shown with every field, and the last page has no cursor', async () => {
    const full = {
      ...delivery,
      action: 'member.removed',
      sequence: 7n,
      status: 'failed',
      attempts: 11,
      lastAttemptAt: time,
      nextAttemptAt: time,
      responseStatus: 500,
      responseMs: 1_200,
      reason: 'The receiver answered 500.',
    };
    const { fetch } = await startGateway({
      implementations: { webhook: { listDeliveries: () => ({ deliveries: [full] }) } },
    });
    const shown = { ...full, sequence: 7, lastAttemptAt: iso, nextAttemptAt: iso };
    expect(await (await fetch(`${one}/deliveries`, { headers: bearer })).json()).toEqual({
      deliveries: [shown],
      nextCursor: null,
    });
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(Delivery.shape).toSorted());
  });

  it('deliveries are listed by status and cursor', async () => {
    const { fetch, calls } = await startGateway();
    await fetch(`${one}/deliveries?status=failed&cursor=c&limit=200`, { headers: bearer });
    expect(calls.at(-1)?.request).toMatchObject({ status: 'failed', cursor: 'c', limit: 200 });
  });
});

describe('the workspace of a webhook', () => {
  const { id: workspaceId, slug, name, createdAt } = workspace;
  const scope = { id: workspaceId, slug, name, createdAt };

  it('a new webhook gets the workspace that organization finds, without the idempotency key', async () => {
    const { fetch, calls } = await startGateway();
    const headers = { ...bearer, 'idempotency-key': 'once' };
    const body = { url: webhook.url, actions: ['member.removed'], workspaceSlug: workspace.slug };
    expect((await fetch(all, post(body, headers))).status).toBe(201);
    const asked = calls.find(({ method }) => method === 'getWorkspace');
    expect(asked).toMatchObject({
      request: { organizationSlug: organization.slug, workspaceSlug: workspace.slug },
    });
    expect(asked?.key).toBeUndefined();
    expect(calls.at(-1)?.key).toBeDefined();
    expect(calls.at(-1)?.request).toEqual(
      create(CreateWebhookRequestSchema, {
        url: webhook.url,
        actions: ['member.removed'],
        workspace: scope,
      }),
    );
  });

  it.each([
    [{ workspaceSlug: workspace.slug }, { scope: { case: 'workspace', value: scope } }],
    [{ workspaceSlug: null }, { scope: { case: 'wholeOrganization', value: true } }],
    [{ actions: [] }, { actions: { names: [] } }],
    [{ description: ' ' }, { description: '' }],
    [{}, {}],
  ] as const)('a change of %j changes nothing else', async (body, request) => {
    const { fetch, calls } = await startGateway();
    expect((await fetch(one, { ...post(body, bearer), method: 'PATCH' })).status).toBe(200);
    expect(calls.at(-1)?.request).toEqual(create(UpdateWebhookRequestSchema, { id, ...request } as never));
  });

  it.each([
    ['POST', all],
    ['PATCH', one],
  ])('%s with the slug of no workspace is a 400', async (method, path) => {
    const { fetch, calls } = await startGateway({
      implementations: { workspaces: { getWorkspace: () => Promise.reject(notFound()) } },
    });
    const body = { url: webhook.url, workspaceSlug: 'nowhere' };
    const response = await fetch(path, { ...post(body, bearer), method });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path: 'workspaceSlug' }] });
    expect(calls.at(-1)?.method).toBe('getWorkspace');
  });

  it('who may not manage webhooks learns nothing about workspaces', async () => {
    const { fetch, calls } = await startGateway({
      implementations: {
        organization: {
          resolveAccess: () => ({ access: { organization: { ...organization, role: Role.MEMBER } } }),
        },
      },
    });
    const body = { url: webhook.url, workspaceSlug: 'nowhere' };
    expect((await fetch(all, post(body, bearer))).status).toBe(403);
    expect(calls.map(({ method }) => method)).not.toContain('getWorkspace');
  });
});

describe('what is sent', () => {
  const many = Array.from({ length: 101 }, () => 'member.*');

  it.each([
    ['POST', all, { url: '' }, 'url'],
    ['POST', all, { url: `https://a.example/${'a'.repeat(2_048)}` }, 'url'],
    ['POST', all, { url: webhook.url, description: 'a'.repeat(201) }, 'description'],
    ['POST', all, { url: webhook.url, actions: ['member.vanished'] }, 'actions.0'],
    ['POST', all, { url: webhook.url, actions: ['*'] }, 'actions.0'],
    ['POST', all, { url: webhook.url, actions: many }, 'actions'],
    ['PATCH', one, { status: 'failing' }, 'status'],
    ['POST', `${one}/replay`, { afterSequence: 1.5 }, 'afterSequence'],
    ['GET', `${one}/deliveries?status=lost`, undefined, 'status'],
  ])('%s %s refuses %j', async (method, path, body, field) => {
    const { fetch } = await startGateway();
    const sent = body === undefined ? { headers: bearer } : post(body, bearer);
    const response = await fetch(path, { ...sent, method });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path: field }] });
  });

  it('an address of 2,048 characters and every action and group are accepted', async () => {
    const { fetch, calls } = await startGateway();
    const url = `https://a.example/${'a'.repeat(2_030)}`;
    const actions = ['webhook.*', 'api_key.*', 'webhook.disabled', 'user.signed_in'];
    expect((await fetch(all, post({ url, actions, description: ' A \u{1f680} ' }, bearer))).status).toBe(201);
    expect(calls.at(-1)?.request).toMatchObject({ url, actions, description: 'A \u{1f680}' });
  });
});

it('tests of webhooks are limited per organization', async () => {
  const { fetch } = await startGateway({
    limits: { webhookTestPerOrganization: { limit: 1, windowSeconds: 60 } },
  });
  const test = () => fetch(`${one}/test`, { method: 'POST', headers: bearer });
  const first = await test();
  expect(first.headers.get('ratelimit')).toContain('"webhookTestPerOrganization";r=0;');
  expect((await test()).status).toBe(429);
});
