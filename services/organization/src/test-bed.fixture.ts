import { fromBinary } from '@bufbuild/protobuf';
import { type CallOptions, type Client, createContextValues } from '@connectrpc/connect';
import type { Person } from '@patchbay/access/caller';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { ApiKeyService } from '@patchbay/contracts/patchbay/organization/v1/api_key_service';
import { InvitationService } from '@patchbay/contracts/patchbay/organization/v1/invitation_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { WorkspaceService } from '@patchbay/contracts/patchbay/organization/v1/workspace_service';
import { createPool, type Database, type DatabaseOptions } from '@patchbay/database/pool';
import { createInProcessBus } from '@patchbay/events/in-process';
import { type EventContext, topicOf } from '@patchbay/events/topics';
import type { EventPublisher, OutgoingMessage } from '@patchbay/events/transport';
import { createSmtpSender } from '@patchbay/mail/sender';
import type { ServiceName } from '@patchbay/platform/services';
import { callAs, onBehalfOfKey } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import type { Component } from '@patchbay/runtime/component';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createSealer, generateSealingKey, parseSealingKeys, type Sealer } from '@patchbay/sealing/sealer';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { createTestCallers, userContext } from '@patchbay/testing/callers';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { createSmtpServer, type ReceivedMail, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import type { Worker } from '@patchbay/worker/worker';
import { v7 } from 'uuid';
import { afterAll } from 'vitest';
import { build } from './app.ts';
import { migrations, schema } from './migrations.ts';

export const portalUrl = 'https://portal.example';

/** The longest wait of a test for a call: tests must not depend on the speed of the machine. */
const patienceMs = 30_000;

const silent = createLogger({ service: 'test', level: 'silent' });

export interface TestOrganization {
  /** That of the service. It begins at the current moment and stands still until it is moved. */
  readonly clock: ManualClock;
  /** The moment so many hours before that of the clock. */
  readonly hoursAgo: (hours: number) => Date;
  /** Does what is due for the worker of this name, and resolves when it is done. Workers do nothing by themselves. */
  readonly runDue: (worker: string) => Promise<void>;
  /** How many connections of the service wait for a lock in Postgres. */
  lockWaiters(): Promise<number>;
  /** Resolves when so many wait. Polls: Postgres has no event for it. */
  untilLockWaiters(count?: number): Promise<unknown>;
  /** Connected with the database role of the service. */
  readonly db: Database;
  /** Runs a statement as the owner of the schema. */
  readonly asOwner: TestDatabase['asOwner'];
  /** Logs in as the role of the service. */
  readonly databaseUrl: string;
  /** A client with the token of this service. A call has no user unless its options add one. */
  calledBy(service: ServiceName): Client<typeof OrganizationService>;
  /** The call options that identity uses while it serves a request of this person. */
  passedOnByIdentity(person: Person): CallOptions;
  /** Called by the gateway. */
  readonly workspaces: Client<typeof WorkspaceService>;
  /** Called by the gateway. */
  readonly invitations: Client<typeof InvitationService>;
  /** Called by the gateway. */
  readonly apiKeys: Client<typeof ApiKeyService>;
  apiKeysCalledBy(service: ServiceName): Client<typeof ApiKeyService>;
  readonly smtp: TestSmtpServer;
  /** Sends the queued mails, and returns one to this address that no earlier call has returned. */
  readonly nextMailTo: (address: string) => Promise<ReceivedMail>;
  /** Publishes events of another service, signed; resolves when this service has handled them. */
  publish(service: EventContext, messages: readonly OutgoingMessage[]): Promise<void>;
  /** Publishes messages as they are. */
  readonly publishUnsigned: EventPublisher['publish'];
  /** The events about an organization in the outbox, in order. */
  eventsOf(organizationId: string): Promise<Event[]>;
  /** The roles of the members of the organization that has this domain, by address. */
  rolesIn(domain: string): Promise<Record<string, string>>;
  /** Stops the service; its database stays readable until `stop`. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

/** A running organization service on a database of its own. Its timeouts are longer than by default. */
export async function startOrganization({
  sealer = createSealer(parseSealingKeys(generateSealingKey())),
  logger = silent,
  ...timeouts
}: Pick<DatabaseOptions, 'lockTimeoutMs'> & {
  readonly sealer?: Sealer;
  readonly logger?: Logger;
} = {}): Promise<TestOrganization> {
  const [database, smtp] = await Promise.all([
    createTestDatabase({ schema, migrations }),
    createSmtpServer(),
  ]);
  const clock = createManualClock(new Date());
  const db = createPool({ url: database.url, applicationName: 'test', ...patience, logger, clock });
  const bus = createInProcessBus({ logger });
  const eventKeys = createTestEventKeys();
  // This subscriber is never started, so no event is acknowledged and all stay in the outbox, where tests read them.
  bus.source.subscribe({ group: 'nobody', topics: [topicOf(schema)], handle: async () => {} });
  const sender = createSmtpSender(smtp.url);
  const { routes, components } = build(
    {
      database: { url: database.url, ...patience, ...timeouts },
      portalUrl,
      mailFrom: 'Patchbay <no-reply@patchbay.example>',
    },
    {
      publisher: bus.publisher,
      source: eventKeys.verified(bus.source),
      sender,
      sealer,
      logger,
      clock,
    },
  );
  const isStarted = (component: Component): boolean =>
    !('runDue' in component) || component.name === 'last requests';
  const runtime = createRuntime([sender, ...components.filter(isStarted)], logger);
  await runtime.start();
  const callers = createTestCallers();
  const verifier = callers.verifier('organization');
  const transportFrom = (service: ServiceName) => {
    const minter = callers.minter(service);
    return createInProcessTransport({
      from: service,
      to: 'organization',
      routes,
      verifier,
      minter,
      logger,
      defaultTimeoutMs: patienceMs,
    });
  };
  const runDue = async (name: string): Promise<void> => {
    const worker = components.find((component) => component.name === name) as Worker | undefined;
    if (worker === undefined) throw new Error(`there is no worker ${name}`);
    await worker.runDue();
  };
  const lockWaiters = async (): Promise<number> => {
    const text = `select from pg_stat_activity where application_name = 'organization'
                  and wait_event_type = 'Lock' and datname = current_database()`;
    return (await db.pool.query(text)).rows.length;
  };
  return {
    clock,
    hoursAgo: (hours) => new Date(clock.now().getTime() - Math.round(hours * 3_600_000)),
    runDue,
    async nextMailTo(address) {
      await runDue('mails of organization');
      return smtp.nextMailTo(address);
    },
    lockWaiters,
    untilLockWaiters: (count = 1) =>
      waitFor(async () => (await lockWaiters()) === count, { what: `${count} waits for a lock` }),
    db,
    asOwner: database.asOwner,
    databaseUrl: database.url,
    calledBy: (service) => createServiceClient(OrganizationService, 'organization', transportFrom(service)),
    passedOnByIdentity: (person) => ({
      contextValues: createContextValues().set(onBehalfOfKey, (audience) =>
        callers.minter('gateway').mintFor('identity', audience, userContext(person)),
      ),
    }),
    workspaces: createServiceClient(WorkspaceService, 'organization', transportFrom('gateway')),
    invitations: createServiceClient(InvitationService, 'organization', transportFrom('gateway')),
    apiKeys: createServiceClient(ApiKeyService, 'organization', transportFrom('gateway')),
    apiKeysCalledBy: (service) => createServiceClient(ApiKeyService, 'organization', transportFrom(service)),
    smtp,
    publish: (service, messages) =>
      eventKeys.signed(bus.publisher, service).publish(topicOf(service), messages),
    publishUnsigned: (topic, messages) => bus.publisher.publish(topic, messages),
    async eventsOf(organizationId) {
      const { rows } = await db.pool.query<{ payload: Buffer }>(
        'select payload from outbox where key = $1 order by sequence',
        [organizationId],
      );
      return rows.map(({ payload }) => fromBinary(EventSchema, payload));
    },
    async rolesIn(domain) {
      const { rows } = await db.pool.query<{ email: string; role: string }>(
        `select p.email, m.role from organizations o join members m on m.organization_id = o.id
         join people p using (user_id) where o.domain = $1`,
        [domain],
      );
      return Object.fromEntries(rows.map(({ email, role }) => [email, role]));
    },
    end: () => runtime.stop(),
    async stop() {
      await runtime.stop();
      await Promise.all([db.component.stop(), smtp.stop()]);
      await database.drop();
    },
  };
}

/** One that all tests of a file share. */
export async function sharedOrganization(
  options?: Parameters<typeof startOrganization>[0],
): Promise<TestOrganization> {
  const organization = await startOrganization(options);
  afterAll(() => organization.stop());
  return organization;
}

let domainCount = 0;

/** A domain that no other test of this process uses. */
export const newDomain = (): string => {
  domainCount += 1;
  return `company-${domainCount}.example`;
};

export const personAt = (domain: string, localPart = 'ada'): Person => ({
  userId: v7(),
  email: `${localPart}@${domain}`,
  name: 'Ada Lovelace',
});

/** The call options that the gateway uses for a request of this person. */
export const asPerson = (person: Person) => callAs(userContext(person));

/** A sign-up of this person. Default slug: a new unique one. */
export const signUpOf = ({ email, name }: Person, organizationSlug = `slug-${v7()}`) => ({
  email,
  name,
  organizationName: 'Acme',
  organizationSlug,
});
