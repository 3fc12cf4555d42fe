import { fromBinary } from '@bufbuild/protobuf';
import { type CallOptions, type Client, createRouterTransport } from '@connectrpc/connect';
import type { Role } from '@patchbay/access/role';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import {
  type Delivery,
  type Webhook,
  WebhookService,
} from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { createPool, type Database } from '@patchbay/database/pool';
import { createInProcessBus } from '@patchbay/events/in-process';
import { topicOf } from '@patchbay/events/topics';
import type { OutgoingMessage } from '@patchbay/events/transport';
import { callAs } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createSealer, generateSealingKey, parseSealingKeys, type Sealer } from '@patchbay/sealing/sealer';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { anonymousContext, createTestCallers, userContext } from '@patchbay/testing/callers';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { v7 } from 'uuid';
import { build, type WebhookOptions, type WebhookParts } from './app.ts';
import { migrations, schema } from './migrations.ts';
import { createTrails, publishedMessage, type TestEntry, type TestTrails } from './trail.fixture.ts';

const silent = createLogger({ service: 'test', level: 'silent' });

export interface TestOptions {
  readonly logger?: Logger;
  readonly resolve?: WebhookParts['resolve'];
  readonly allowLoopback?: boolean;
  readonly workers?: WebhookOptions['workers'];
  /** Milliseconds in which the process stops. */
  readonly stopTimeoutMs?: number;
}

/** A running webhook service. */
export interface TestWebhook {
  /** Connected with the database role of the service. */
  readonly db: Database;
  readonly asOwner: TestDatabase['asOwner'];
  readonly url: string;
  readonly sealer: Sealer;
  readonly trails: TestTrails;
  /** Called by the gateway. */
  readonly webhooks: Client<typeof WebhookService>;
  sql(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  /** Publishes entries as audit does; resolves when the service has handled them. */
  publish(...entries: TestEntry[]): Promise<void>;
  /** Publishes messages as they are, signed by audit. */
  publishMessage(...messages: OutgoingMessage[]): Promise<void>;
  /** The events about an organization in the outbox, in order. */
  eventsOf(organizationId: string): Promise<Event[]>;
  /** Another process on the same database. Stopped by its own `stop`. */
  replica(options?: TestOptions): Promise<TestWebhook>;
  stop(): Promise<void>;
}

interface Shared {
  readonly database: TestDatabase;
  readonly sealer: Sealer;
  readonly trails: TestTrails;
}

async function startOn(
  { database, sealer, trails }: Shared,
  { logger = silent, resolve, allowLoopback = true, workers, ...stopping }: TestOptions,
  drop: () => Promise<void>,
): Promise<TestWebhook> {
  const db = createPool({ url: database.url, applicationName: 'test', ...patience, logger: silent });
  const bus = createInProcessBus({ logger: silent });
  const eventKeys = createTestEventKeys();
  // This subscriber is never started, so no event is acknowledged and all stay in the outbox, where tests read them.
  bus.source.subscribe({ group: 'nobody', topics: [topicOf(schema)], handle: async () => {} });
  const { routes, components } = build(
    {
      database: { url: database.url, ...patience },
      allowLoopback,
      workers: { pollMs: 50, replayPageMs: 0, ...workers },
    },
    {
      publisher: bus.publisher,
      source: eventKeys.verified(bus.source),
      audit: trails.transport,
      organization: createRouterTransport(() => {}),
      sealer,
      logger,
      ...(resolve && { resolve }),
    },
  );
  const runtime = createRuntime(components, logger, stopping);
  await runtime.start();
  const callers = createTestCallers();
  const transport = createInProcessTransport({
    from: 'gateway',
    to: 'webhook',
    routes,
    verifier: callers.verifier('webhook'),
    minter: callers.minter('gateway'),
    logger: silent,
  });
  const publishMessage = (...messages: OutgoingMessage[]) =>
    eventKeys.signed(bus.publisher, 'audit').publish(topicOf('audit'), messages);
  return {
    db,
    asOwner: database.asOwner,
    url: database.url,
    sealer,
    trails,
    webhooks: createServiceClient(WebhookService, 'webhook', transport),
    sql: async (text, ...values) => (await db.pool.query<Record<string, unknown>>(text, values)).rows,
    publish: (...entries) => publishMessage(...entries.map(publishedMessage)),
    publishMessage,
    async eventsOf(organizationId) {
      const { rows } = await db.pool.query<{ payload: Buffer }>(
        'select payload from outbox where key = $1 order by sequence',
        [organizationId],
      );
      return rows.map(({ payload }) => fromBinary(EventSchema, payload));
    },
    replica: (options = {}) => startOn({ database, sealer, trails }, { logger, ...options }, async () => {}),
    async stop() {
      await runtime.stop();
      await db.component.stop();
      await drop();
    },
  };
}

/** A running webhook service on a database of its own, and the trails that it reads. */
export async function startWebhook(options: TestOptions = {}): Promise<TestWebhook> {
  const database = await createTestDatabase({ schema, migrations });
  const sealer = createSealer(parseSealingKeys(generateSealingKey()));
  return startOn({ database, sealer, trails: createTrails() }, options, () => database.drop());
}

/** An organization with its callers. */
export interface Tenant {
  readonly organizationId: string;
  readonly email: string;
  /** Calls with a session. Default: admin. */
  as(role?: Role): CallOptions;
  /** Calls with a key of the organization. Default: admin. */
  byKey(role?: 'admin' | 'member' | 'viewer'): CallOptions;
  /** Creates a webhook as an admin. */
  create(url: string, request?: CreateRequest): Promise<Webhook & { readonly secret: string }>;
  /** Records and publishes entries. */
  happen(...actions: string[]): Promise<TestEntry[]>;
  get(id: string): Promise<Webhook>;
  deliveries(id: string): Promise<Delivery[]>;
}

interface CreateRequest {
  readonly actions?: string[];
  readonly description?: string;
  readonly workspace?: { id: string; slug: string; name: string };
}

export function createTenant(service: TestWebhook, organizationId: string = v7()): Tenant {
  const person = { userId: v7(), email: `${v7()}@acme.example`, name: 'Ada Lovelace' };
  const accessWith = (role: Role) => ({
    organization: { id: organizationId, slug: 'acme', name: 'Acme', role },
  });
  const as = (role: Role = 'admin') => callAs(userContext({ ...person, access: accessWith(role) }));
  return {
    organizationId,
    email: person.email,
    as,
    byKey: (role = 'admin') =>
      callAs({
        ...anonymousContext(),
        caller: {
          type: 'api_key',
          keyId: v7(),
          lineId: v7(),
          prefix: 'pby_0123456789a',
          level: 'organization',
          role,
          organizationId,
          workspaceId: null,
          creator: person,
        },
        access: accessWith(role),
      }),
    async create(url, request = {}) {
      const { webhook, secret } = await service.webhooks.createWebhook({ url, ...request }, as());
      if (webhook === undefined) throw new Error('no webhook in the answer');
      return { ...webhook, secret };
    },
    async happen(...actions) {
      const entries = actions.map((action) => service.trails.record(organizationId, { action }));
      await service.publish(...entries);
      return entries;
    },
    async get(id) {
      const { webhook } = await service.webhooks.getWebhook({ id }, as());
      if (webhook === undefined) throw new Error('no webhook in the answer');
      return webhook;
    },
    deliveries: async (webhookId) =>
      (await service.webhooks.listDeliveries({ webhookId, limit: 200 }, as())).deliveries,
  };
}

/** For `expect.poll`. */
export const patiently = { timeout: 60_000, interval: 20 };
