import { fromBinary } from '@bufbuild/protobuf';
import { type Client, createRouterTransport } from '@connectrpc/connect';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { ConnectService } from '@patchbay/contracts/patchbay/integration/v1/connect_service';
import { CredentialService } from '@patchbay/contracts/patchbay/integration/v1/credential_service';
import { IntegrationService } from '@patchbay/contracts/patchbay/integration/v1/integration_service';
import { UseService } from '@patchbay/contracts/patchbay/integration/v1/use_service';
import { createPool, type Database } from '@patchbay/database/pool';
import { createInProcessBus } from '@patchbay/events/in-process';
import { topicOf } from '@patchbay/events/topics';
import type { OutgoingMessage } from '@patchbay/events/transport';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createSealer, generateSealingKey, parseSealingKeys, type Sealer } from '@patchbay/sealing/sealer';
import { createLogger, type Logger } from '@patchbay/telemetry/logger';
import { createTestCallers } from '@patchbay/testing/callers';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import type { Worker } from '@patchbay/worker/worker';
import { afterAll } from 'vitest';
import { build, type IntegrationOptions, type IntegrationParts } from './app.ts';
import { migrations, programRoles, schema } from './migrations.ts';

export const portalUrl = 'https://portal.example';
export const publicUrl = 'https://api.example';

const silent = createLogger({ service: 'test', level: 'silent' });

/** The workers of the service, by their names. */
const workerNames = [
  'verifications',
  'renewals',
  'revocations',
  'trail of uses',
  'ending authorizations',
  'ended workspaces',
  'old requests',
] as const;
type WorkerName = (typeof workerNames)[number];

export interface TestIntegration {
  /** The time of the service and of its replicas. It stands still until a test moves it. */
  readonly clock: ManualClock;
  /** Does what is due for these workers now, one after the other, and resolves when it is done. Default: for all of them. */
  runDue(...names: WorkerName[]): Promise<void>;
  /** Moves the clock to the end at once, and does what is due then. */
  pass(ms: number): Promise<void>;
  /** Connected with the database role of the service. */
  readonly db: Database;
  /** Runs a statement as the owner of the schema. */
  readonly asOwner: TestDatabase['asOwner'];
  /** Of the database, with the role of the service. */
  readonly url: string;
  /** The sealer of the service. */
  readonly sealer: Sealer;
  /** Called by the gateway. */
  readonly integrations: Client<typeof IntegrationService>;
  /** Called by relay. */
  readonly credentials: Client<typeof CredentialService>;
  /** Called by the gateway. */
  readonly connect: Client<typeof ConnectService>;
  /** Called by the gateway. */
  readonly uses: Client<typeof UseService>;
  /** Publishes events of organization, signed; resolves when this service has handled them. */
  publish(...messages: OutgoingMessage[]): Promise<void>;
  /** The events about an organization in the outbox, in order. */
  eventsOf(organizationId: string): Promise<Event[]>;
  /** Another process of the service on the same database. Stopped by its own `stop`. */
  replica(overrides?: TestOptions): Promise<TestIntegration>;
  stop(): Promise<void>;
}

export interface TestOptions extends Partial<Omit<IntegrationOptions, 'database'>> {
  readonly logger?: Logger;
  readonly outgoing?: IntegrationParts['outgoing'];
}

interface Shared {
  readonly clock: ManualClock;
  readonly database: TestDatabase;
  readonly sealer: Sealer;
}

async function startOn(
  { clock, database, sealer }: Shared,
  { logger = silent, outgoing, ...options }: TestOptions,
  drop: () => Promise<void>,
): Promise<TestIntegration> {
  const db = createPool({ url: database.url, applicationName: 'test', ...patience, logger: silent, clock });
  const bus = createInProcessBus({ logger: silent });
  const eventKeys = createTestEventKeys();
  const { routes, components } = build(
    {
      installations: {},
      publicUrl,
      portalUrl,
      verificationIntervalMs: 21_600_000,
      ...options,
      database: { url: database.url, ...patience },
    },
    {
      publisher: bus.publisher,
      source: eventKeys.verified(bus.source),
      organization: createRouterTransport(() => {}),
      sealer,
      logger,
      clock,
      ...(outgoing && { outgoing }),
    },
  );
  const workers = new Map(
    components.flatMap((each) => ('runDue' in each ? [[each.name, each as Worker] as const] : [])),
  );
  const workerOf = (name: WorkerName): Worker => {
    const worker = workers.get(name);
    if (worker === undefined) throw new Error(`no worker ${name}`);
    return worker;
  };
  const runDue: TestIntegration['runDue'] = async (...names) => {
    const asked = names.length === 0 ? workerNames : names;
    for (const name of asked) await workerOf(name).runDue();
  };
  // Without the relay, all events stay in the outbox, where tests read them.
  const runtime = createRuntime(
    components.filter((component) => !('runDue' in component)),
    logger,
  );
  await runtime.start();
  const callers = createTestCallers();
  const transportFrom = (from: 'gateway' | 'relay') =>
    createInProcessTransport({
      from,
      to: 'integration',
      routes,
      verifier: callers.verifier('integration'),
      minter: callers.minter(from),
      logger: silent,
    });
  const transport = transportFrom('gateway');
  return {
    clock,
    runDue,
    async pass(ms) {
      await clock.jump(ms);
      await runDue();
    },
    db,
    asOwner: database.asOwner,
    url: database.url,
    sealer,
    integrations: createServiceClient(IntegrationService, 'integration', transport),
    credentials: createServiceClient(CredentialService, 'integration', transportFrom('relay')),
    connect: createServiceClient(ConnectService, 'integration', transport),
    uses: createServiceClient(UseService, 'integration', transport),
    publish: (...messages) =>
      eventKeys.signed(bus.publisher, 'organization').publish(topicOf('organization'), messages),
    async eventsOf(organizationId) {
      const { rows } = await db.pool.query<{ payload: Buffer }>(
        'select payload from outbox where key = $1 order by sequence',
        [organizationId],
      );
      return rows.map(({ payload }) => fromBinary(EventSchema, payload));
    },
    replica: (overrides = {}) =>
      startOn(
        { clock, database, sealer },
        { logger, ...(outgoing && { outgoing }), ...options, ...overrides },
        async () => {},
      ),
    async stop() {
      await runtime.stop();
      await db.component.stop();
      await drop();
    },
  };
}

/** A running integration service on a database of its own. Its workers are not started. */
export async function startIntegration(options: TestOptions = {}): Promise<TestIntegration> {
  const database = await createTestDatabase({ schema, programRoles, migrations });
  const sealer = createSealer(parseSealingKeys(generateSealingKey()));
  return startOn({ clock: createManualClock(new Date()), database, sealer }, options, () => database.drop());
}

/** One that all tests of a file share. */
export async function sharedIntegration(options?: TestOptions): Promise<TestIntegration> {
  const service = await startIntegration(options);
  afterAll(() => service.stop());
  return service;
}
