import { toBinary } from '@bufbuild/protobuf';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { type Client, createClient, createRouterTransport, type Transport } from '@connectrpc/connect';
import type { Role } from '@patchbay/access/role';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { createPool, type Database, type PoolOptions } from '@patchbay/database/pool';
import { createTransact } from '@patchbay/database/transaction';
import { type EnvelopeOptions, toEvent } from '@patchbay/events/envelope';
import { createInProcessBus } from '@patchbay/events/in-process';
import { type EventContext, topicOf } from '@patchbay/events/topics';
import type { OutgoingMessage } from '@patchbay/events/transport';
import { callAs } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import type { Routes } from '@patchbay/rpc/server';
import type { Clock } from '@patchbay/runtime/clock';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestCallers, userContext } from '@patchbay/testing/callers';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createTestDatabase, patience } from '@patchbay/testing/postgres';
import { createServiceKeys } from '@patchbay/tokens/service-keys';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import type { Worker } from '@patchbay/worker/worker';
import { v7 } from 'uuid';
import { afterAll } from 'vitest';
import { type AuditOptions, build } from './app.ts';
import { recordEvents } from './consumer/record.ts';
import type { Entry, TrailEvent } from './domain/entry.ts';
import { migrations, owner, schema } from './migrations.ts';

const callers = createTestCallers();

/** Calls these methods in this process, as the gateway does. */
export const clientOf = (routes: Routes): Client<typeof AuditService> =>
  createClient(
    AuditService,
    createInProcessTransport({
      from: 'gateway',
      to: 'audit',
      routes,
      verifier: callers.verifier('audit'),
      minter: callers.minter('gateway'),
      logger,
    }),
  );

export const logger = createLogger({ service: 'test', level: 'silent' });

/** The person who calls in tests. */
export const ada = { userId: v7(), email: 'ada@example.com', name: 'Ada' };

/** Calls as Ada, with this role in the organization. */
export const callAsMemberOf = (id: string, role: Role = 'admin') =>
  callAs(userContext({ ...ada, access: { organization: { id, slug: 'acme', name: 'Acme', role } } }));

/** Records entries of a new organization and returns its id. */
export async function recordEntries(
  { publish }: Pick<Awaited<ReturnType<typeof startAudit>>, 'publish'>,
  length: number,
): Promise<string> {
  const organizationId = v7();
  await publish(...Array.from({ length }, () => organizationMessage(organizationId)));
  return organizationId;
}

/** The organization ids of a user at a moment, as organization answers them; undefined: calls to organization fail. */
export interface Memberships {
  of: ((userId: string, moment: Date) => readonly string[]) | undefined;
}

/** Organization, as audit calls it. */
export const organizationService = (memberships: Memberships): Transport =>
  createRouterTransport(({ service }) =>
    service(OrganizationService, {
      listUserOrganizations({ moments }) {
        const { of } = memberships;
        if (of === undefined) throw new Error('away');
        return {
          users: moments.map(({ userId, moment }) => {
            if (moment === undefined) throw new Error('no moment');
            return { userId, organizationIds: [...of(userId, timestampDate(moment))] };
          }),
        };
      },
    }),
  );

export const eventKeys = createTestEventKeys();
export const headKeys = createServiceKeys();

const user = { type: 'user', userId: v7(), sessionId: v7(), email: 'ada@example.com', name: 'Ada' } as const;

/** A message as the outbox publisher publishes it. */
export function message(
  event: Partial<DomainEvent> & Pick<DomainEvent, 'about'>,
  options: EnvelopeOptions = {},
): OutgoingMessage {
  const envelope = toEvent(
    { action: 'workspace.created', target: { type: 'workspace', id: v7(), name: 'Spring' }, ...event },
    { caller: user, requestId: v7(), ipAddress: '192.0.2.1', userAgent: 'test' },
    options,
  );
  const key = envelope.organizationId || envelope.userId;
  return { key, value: toBinary(EventSchema, envelope), headers: { 'event-id': envelope.id } };
}

export const organizationMessage = (organizationId: string, options: EnvelopeOptions = {}): OutgoingMessage =>
  message({ about: { organizationId } }, options);

/** Records entries of any size, as versions did that had no maximum. */
export const recordOldEntries = (
  { db }: Pick<TestTrail, 'db'>,
  organizationId: string,
  ...events: TrailEvent[]
) => createTransact(db)('test', (tx) => recordEvents(tx, new Map([[organizationId, events]]), tx.now()));

/** Starts an audit service with a bus of its own, without its workers; several may share a database. */
export async function startAudit(
  databaseUrl: string,
  memberships: Memberships = { of: () => [] },
  {
    clock,
    ...options
  }: Pick<AuditOptions, 'readUrl' | 'retainDeletedDays'> & { readonly clock?: Clock } = {},
) {
  const { publisher, source } = createInProcessBus({ logger });
  const { routes, components } = build(
    {
      database: { url: databaseUrl, ...patience },
      ...options,
      heads: { privateKey: headKeys.privateKey, intervalMs: 60_000 },
    },
    {
      source: eventKeys.verified(source),
      publisher: eventKeys.signed(publisher, 'audit'),
      headPublisher: publisher,
      organization: organizationService(memberships),
      logger,
      ...(clock && { clock }),
    },
  );
  const runtime = createRuntime(
    components.filter((component) => !('runDue' in component)),
    logger,
  );
  await runtime.start();
  const publishAs = (service: EventContext, ...messages: OutgoingMessage[]) =>
    eventKeys.signed(publisher, service).publish(topicOf(service), messages);
  return {
    routes,
    /** A worker, which is not started. */
    worker(name: 'partitions' | 'heads' | 'deleted trails'): Worker {
      const found = components.find((component) => component.name === name);
      if (found === undefined) throw new Error(`there is no worker ${name}`);
      return found as Worker;
    },
    /** Publishes events of organization, signed. Resolves when audit has recorded them, rejects when it failed. */
    publish: (...messages: OutgoingMessage[]) => publishAs('organization', ...messages),
    publishAs,
    /** Publishes messages as they are. */
    publishUnsigned: (topic: string, ...messages: OutgoingMessage[]) => publisher.publish(topic, messages),
    notReady: () => runtime.notReady(),
    stop: () => runtime.stop(),
  };
}

export interface TestTrail {
  /** Logs in as the service does. */
  readonly url: string;
  /** Logs in as the owner, who may tamper with entries. */
  readonly ownerUrl: string;
  readonly db: Database;
  entriesOf(organizationId: string): Promise<{ eventId: string; entry: Entry; text: string; hash: string }[]>;
  stop(): Promise<void>;
}

export async function createTrail(): Promise<TestTrail> {
  const database = await createTestDatabase({ schema, owner, migrations });
  const db = createPool({ url: database.ownerUrl, applicationName: 'test', ...patience, logger });
  return {
    url: database.url,
    ownerUrl: database.ownerUrl,
    db,
    async entriesOf(organizationId) {
      const { rows } = await db.pool.query<{ eventId: string; text: string; hash: string }>(
        `select event_id as "eventId", entry as text, hash from entries where organization_id = $1 order by sequence`,
        [organizationId],
      );
      return rows.map((row) => ({ ...row, entry: JSON.parse(row.text) as Entry }));
    },
    async stop() {
      await db.component.stop?.();
      await database.drop();
    },
  };
}

/** One that all tests of a file share. */
export async function sharedTrail(): Promise<TestTrail> {
  const trail = await createTrail();
  afterAll(() => trail.stop());
  return trail;
}

/** A service that all tests of a file share. */
export async function sharedAudit(...given: Parameters<typeof startAudit>): ReturnType<typeof startAudit> {
  const audit = await startAudit(...given);
  afterAll(() => audit.stop());
  return audit;
}

/** A pool of the service's role that all tests of a file share. */
export function sharedPool(
  { url }: TestTrail,
  options: Pick<PoolOptions, 'settings' | 'clock'> = {},
): Database {
  const db = createPool({ url, ...options, applicationName: 'audit', logger });
  afterAll(() => db.component.stop());
  return db;
}
