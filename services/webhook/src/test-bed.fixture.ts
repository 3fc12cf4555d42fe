import { fromBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { type CallOptions, type Client, createRouterTransport } from '@connectrpc/connect';
import type { Role } from '@patchbay/access/role';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import {
  type Delivery,
  type Webhook,
  WebhookService,
  type WorkspaceSchema,
} from '@patchbay/contracts/patchbay/webhook/v1/webhook_service';
import { createPool, type Database } from '@patchbay/database/pool';
import { createInProcessBus } from '@patchbay/events/in-process';
import { topicOf } from '@patchbay/events/topics';
import type { OutgoingMessage } from '@patchbay/events/transport';
import { callAs } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createSealer, generateSealingKey, parseSealingKeys, type Sealer } from '@patchbay/sealing/sealer';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { anonymousContext, createTestCallers, userContext } from '@patchbay/testing/callers';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import type { Worker } from '@patchbay/worker/worker';
import { v7 } from 'uuid';
import { build, type WebhookOptions, type WebhookParts } from './app.ts';
import { migrations, schema } from './migrations.ts';
import { createTrails, publishedMessage, type TestEntry, type TestTrails } from './trail.fixture.ts';

const silent = createLogger({ service: 'test', level: 'silent' });

export interface TestOptions {
  readonly logger?: Logger;
  readonly resolve?: WebhookParts['resolve'];
  readonly allowLoopback?: boolean;
  readonly concurrency?: WebhookOptions['concurrency'];
  /** Whether its workers are started too. Default false: tests run what is due. */
  readonly startsWorkers?: boolean;
}

/** A running webhook service, whose workers are not started. */
export interface TestWebhook {
  /** That of all processes on the database. */
  readonly clock: ManualClock;
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
  worker(name: 'deliveries' | 'replays' | 'deleted webhooks'): Worker;
  /** Sends what is due now, and resolves when its outcome is recorded. */
  deliver(): Promise<void>;
  /** The events about an organization in the outbox, in order. */
  eventsOf(organizationId: string): Promise<Event[]>;
  /** Another process on the same database. Stopped by its own `stop`. */
  replica(options?: TestOptions): Promise<TestWebhook>;
  stop(): Promise<void>;
}

interface Shared {
  readonly clock: ManualClock;
  readonly database: TestDatabase;
  readonly sealer: Sealer;
  readonly trails: TestTrails;
}

async function startOn(
  { clock, database, sealer, trails }: Shared,
  { logger = silent, resolve, allowLoopback = true, concurrency, startsWorkers = false }: TestOptions,
  drop: () => Promise<void>,
): Promise<TestWebhook> {
  const db = createPool({ url: database.url, applicationName: 'test', ...patience, logger: silent, clock });
  const bus = createInProcessBus({ logger: silent });
  const eventKeys = createTestEventKeys();
  const { routes, components } = build(
    {
      database: { url: database.url, ...patience },
      allowLoopback,
      ...(concurrency !== undefined && { concurrency }),
    },
    {
      publisher: bus.publisher,
      source: eventKeys.verified(bus.source),
      audit: trails.transport,
      organization: createRouterTransport(() => {}),
      sealer,
      logger,
      clock,
      ...(resolve && { resolve }),
    },
  );
  const worker = (name: string): Worker => {
    const found = components.find((component) => component.name === name);
    if (found === undefined) throw new Error(`there is no worker ${name}`);
    return found as Worker;
  };
  // Without the outbox publisher, all events stay in the outbox, where tests read them.
  const started = components.filter((component) => startsWorkers || !('runDue' in component));
  const runtime = createRuntime(started, logger);
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
    clock,
    db,
    asOwner: database.asOwner,
    url: database.url,
    sealer,
    trails,
    webhooks: createServiceClient(WebhookService, 'webhook', transport),
    sql: async (text, ...values) => (await db.pool.query<Record<string, unknown>>(text, values)).rows,
    publish: (...entries) => publishMessage(...entries.map(publishedMessage)),
    publishMessage,
    worker,
    deliver: () => worker('deliveries').runDue(),
    async eventsOf(organizationId) {
      const { rows } = await db.pool.query<{ payload: Buffer }>(
        'select payload from outbox where key = $1 order by sequence',
        [organizationId],
      );
      return rows.map(({ payload }) => fromBinary(EventSchema, payload));
    },
    replica: (options = {}) =>
      startOn({ clock, database, sealer, trails }, { logger, ...options }, async () => {}),
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
  const clock = createManualClock(new Date());
  return startOn({ clock, database, sealer, trails: createTrails(clock) }, options, () => database.drop());
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
  readonly workspace?: MessageInitShape<typeof WorkspaceSchema>;
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
