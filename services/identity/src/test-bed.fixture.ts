import { fromBinary } from '@bufbuild/protobuf';
import type { Client, Transport } from '@connectrpc/connect';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import {
  type Authentication,
  IdentityService,
} from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { PasskeyService } from '@patchbay/contracts/patchbay/identity/v1/passkey_service';
import { createPool, type Database, type DatabaseOptions } from '@patchbay/database/pool';
import { createInProcessBus } from '@patchbay/events/in-process';
import { type EventContext, topicOf } from '@patchbay/events/topics';
import { createSmtpSender } from '@patchbay/mail/sender';
import { build as buildOrganization } from '@patchbay/organization/app';
import * as organizationSchema from '@patchbay/organization/migrations';
import { callAs, createRpcTransport } from '@patchbay/rpc/client';
import { createInProcessTransport } from '@patchbay/rpc/in-process';
import { createServiceClient } from '@patchbay/rpc/service-client';
import type { Component } from '@patchbay/runtime/component';
import { createManualClock, type ManualClock } from '@patchbay/runtime/manual-clock';
import { createRuntime } from '@patchbay/runtime/runtime';
import { createSealer, generateSealingKey, parseSealingKeys, type Sealer } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { anonymousContext, createTestCallers, userContext } from '@patchbay/testing/callers';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createTestDatabase, patience, type TestDatabase } from '@patchbay/testing/postgres';
import { createSmtpServer, type ReceivedMail, type TestSmtpServer } from '@patchbay/testing/smtp';
import { waitFor } from '@patchbay/testing/wait';
import type { Worker } from '@patchbay/worker/worker';
import { afterAll } from 'vitest';
import { build, type IdentityOptions } from './app.ts';
import { migrations, schema } from './migrations.ts';

export const portalUrl = 'https://portal.example';

const logger = createLogger({ service: 'test', level: 'silent' });

/** Its only subscriber is never started: publishing fails, so events stay in the outbox, where tests read them. */
function busWithoutConsumer(context: EventContext) {
  const bus = createInProcessBus({ logger });
  bus.source.subscribe({ group: 'nobody', topics: [topicOf(context)], handle: async () => {} });
  return { ...bus, source: createTestEventKeys().verified(bus.source) };
}

const mailFrom = 'Patchbay <no-reply@patchbay.example>';

const testPool = ({ url }: TestDatabase, clock: ManualClock): Database =>
  createPool({ url, applicationName: 'test', ...patience, logger, clock });

/** The longest wait of a test for a call: tests must not depend on the speed of the machine. */
const patienceMs = 30_000;

const patient = ({ url }: TestDatabase): DatabaseOptions => ({ url, ...patience });

async function eventsIn({ pool }: Database, key: string): Promise<Event[]> {
  const text = 'select payload from outbox where key = $1 order by sequence';
  const { rows } = await pool.query<{ payload: Buffer }>(text, [key]);
  return rows.map(({ payload }) => fromBinary(EventSchema, payload));
}

export interface RunningIdentity {
  /** Calls the service as the gateway does. */
  readonly client: Client<typeof IdentityService>;
  readonly passkeys: Client<typeof PasskeyService>;
  /** Does what is due for the worker of this name, and resolves when it is done. */
  readonly runDue: (worker: string) => Promise<void>;
  stop(): Promise<void>;
}

export interface TestIdentity extends RunningIdentity {
  /** That of both services. It begins at the current moment and stands still until it is moved. */
  readonly clock: ManualClock;
  /** The moment so many hours before that of the clock. */
  readonly hoursAgo: (hours: number) => Date;
  /** How many connections of identity wait for a lock in Postgres. */
  lockWaiters(): Promise<number>;
  /** Resolves when one waits. Polls: Postgres has no event for it. */
  untilLockWaiter(): Promise<unknown>;
  /** Connected with the database role of the service. */
  readonly db: Database;
  /** Runs a statement as the owner of the schema. */
  readonly asOwner: TestDatabase['asOwner'];
  readonly organizationDb: Database;
  /** Runs a statement as the owner of organization's schema. */
  readonly asOrganizationOwner: TestDatabase['asOwner'];
  readonly smtp: TestSmtpServer;
  /** Waits for a mail to this address that no earlier call has returned; does what is due first, unless the workers run. */
  readonly nextMailTo: (address: string) => Promise<ReceivedMail>;
  /** The events of a user in the outbox, in order. */
  eventsOf(userId: string): Promise<Event[]>;
  /** Seals its mails. */
  readonly sealer: Sealer;
  /** The events of an organization in organization's outbox, in order. */
  organizationEventsOf(organizationId: string): Promise<Event[]>;
  /** Another instance on the same database; with `unreachable`, its calls to organization fail. */
  startAnother(organization?: 'unreachable'): Promise<RunningIdentity>;
}

/** Runs when organization has answered, before identity has the answer: what it waits for delays the answer. */
export type OnAnswer = (method: string) => Promise<void>;

export interface StartOptions extends Pick<IdentityOptions, 'providers'> {
  readonly onAnswer?: OnAnswer;
  /** `running`: requests for links and mails are done as they come. Default: workers do nothing unless `runDue` is called. */
  readonly workers?: 'running' | 'asleep';
}

const isWorker = (component: Component): boolean => 'runDue' in component;

const delayed = (transport: Transport, onAnswer: OnAnswer): Transport => ({
  ...transport,
  async unary(method, ...call) {
    const answer = await transport.unary(method, ...call);
    await onAnswer(method.localName);
    return answer;
  },
});

/** A running identity service beside the real organization service, each on a database of its own, with a mail server. */
export async function startIdentity({
  providers = [],
  onAnswer = async () => {},
  workers = 'asleep',
}: StartOptions = {}): Promise<TestIdentity> {
  const [database, organizationDatabase, smtp] = await Promise.all([
    createTestDatabase({ schema, migrations }),
    createTestDatabase({ schema: organizationSchema.schema, migrations: organizationSchema.migrations }),
    createSmtpServer(),
  ]);
  const clock = createManualClock(new Date());
  const [db, organizationDb] = [testPool(database, clock), testPool(organizationDatabase, clock)];
  const callers = createTestCallers();
  const minter = callers.minter('identity');
  const sealer = createSealer(parseSealingKeys(generateSealingKey()));

  const organizationSender = createSmtpSender(smtp.url);
  const organization = buildOrganization(
    { database: patient(organizationDatabase), portalUrl, mailFrom },
    { ...busWithoutConsumer('organization'), sender: organizationSender, sealer, logger, clock },
  );
  const organizationRuntime = createRuntime(
    organization.components.filter((component) => !isWorker(component)),
    logger,
  );
  await organizationRuntime.start();
  const toOrganization = delayed(
    createInProcessTransport({
      from: 'identity',
      to: 'organization',
      routes: organization.routes,
      verifier: callers.verifier('organization'),
      minter,
      logger,
      defaultTimeoutMs: patienceMs,
    }),
    onAnswer,
  );

  const run = async (transport: Transport): Promise<RunningIdentity> => {
    const sender = createSmtpSender(smtp.url);
    const { routes, components } = build(
      { database: patient(database), portalUrl, mailFrom, providers },
      {
        publisher: busWithoutConsumer('identity').publisher,
        organization: transport,
        sender,
        sealer,
        logger,
        clock,
      },
    );
    const isStarted = (component: Component) => workers === 'running' || !isWorker(component);
    const runtime = createRuntime([sender, ...components.filter(isStarted)], logger);
    await runtime.start();
    const fromGateway = createInProcessTransport({
      from: 'gateway',
      to: 'identity',
      routes,
      verifier: callers.verifier('identity'),
      minter: callers.minter('gateway'),
      logger,
      defaultTimeoutMs: patienceMs,
    });
    return {
      client: createServiceClient(IdentityService, 'identity', fromGateway),
      passkeys: createServiceClient(PasskeyService, 'identity', fromGateway),
      async runDue(name) {
        const worker = components.find((component) => component.name === name) as Worker | undefined;
        if (worker === undefined) throw new Error(`there is no worker ${name}`);
        await worker.runDue();
      },
      stop: () => runtime.stop(),
    };
  };

  const first = await run(toOrganization);
  const lockWaiters = async (): Promise<number> => {
    const text = `select from pg_stat_activity where application_name = 'identity'
                  and wait_event_type = 'Lock' and datname = current_database()`;
    return (await db.pool.query(text)).rows.length;
  };
  return {
    ...first,
    clock,
    hoursAgo: (hours) => new Date(clock.now().getTime() - Math.round(hours * 3_600_000)),
    lockWaiters,
    async nextMailTo(address) {
      if (workers === 'asleep') await sendMails(first);
      return smtp.nextMailTo(address);
    },
    untilLockWaiter: () => waitFor(async () => (await lockWaiters()) === 1, { what: 'a wait for a lock' }),
    db,
    asOwner: database.asOwner,
    organizationDb,
    sealer,
    asOrganizationOwner: organizationDatabase.asOwner,
    smtp,
    eventsOf: (userId) => eventsIn(db, userId),
    organizationEventsOf: (organizationId) => eventsIn(organizationDb, organizationId),
    async startAnother(organizationIs) {
      if (organizationIs === undefined) return run(toOrganization);
      // No process listens on port 1.
      const unreachable = createRpcTransport({
        from: 'identity',
        to: 'organization',
        baseUrl: 'http://127.0.0.1:1',
        minter,
      });
      const running = await run(unreachable);
      return {
        ...running,
        async stop() {
          await running.stop();
          await unreachable.close();
        },
      };
    },
    async stop() {
      await first.stop();
      await organizationRuntime.stop();
      await Promise.all([db.component.stop(), organizationDb.component.stop(), smtp.stop()]);
      await Promise.all([database.drop(), organizationDatabase.drop()]);
    },
  };
}

/** One that all tests of a file share. */
export async function sharedIdentity(options?: StartOptions): Promise<TestIdentity> {
  const identity = await startIdentity(options);
  afterAll(() => identity.stop());
  return identity;
}

let domains = 0;

/** A domain that no other test uses. */
export const newDomain = (): string => {
  domains += 1;
  return `company-${domains}.example`;
};

/** A sign-up request whose organization slug is made from the domain of the address. */
export const signUpOf = (email: string, name = 'Ada Lovelace') => ({
  email,
  name,
  organizationName: 'Acme',
  organizationSlug: email.slice(email.indexOf('@') + 1).replaceAll('.', '-'),
  provider: 'magic-link',
});

/** The call options of the gateway for a public operation. */
export const anonymously = () => callAs(anonymousContext());

/** The call options of the gateway for a request with this session. */
export const callAsUser = ({ user, session }: Pick<SignedIn, 'user' | 'session'>) =>
  callAs(userContext({ ...user, userId: user.id, sessionId: session.id }));

/** Does the stored requests for sign-in links that are due, and sends the queued mails. */
export async function sendMails({ runDue }: RunningIdentity): Promise<void> {
  await runDue('link requests');
  await runDue('mails of identity');
}

export function tokenIn({ text }: ReceivedMail): string {
  const token = /\?token=([\w-]+)$/m.exec(text)?.[1];
  if (token === undefined) throw new Error('the mail has no link');
  return token;
}

/** Signs the address up and returns the token of the mailed link. */
export async function signUpToken({ client, nextMailTo }: TestIdentity, email: string): Promise<string> {
  await client.signUp(signUpOf(email), anonymously());
  return tokenIn(await nextMailTo(email));
}

/** Requests a sign-in link for the address and returns its token. */
export async function requestedToken({ client, nextMailTo }: TestIdentity, email: string): Promise<string> {
  await client.requestSignInLink({ email }, anonymously());
  return tokenIn(await nextMailTo(email));
}

/** Signs a new person up and in. */
export async function signUpAndIn(identity: TestIdentity, email = `ada@${newDomain()}`) {
  const token = await signUpToken(identity, email);
  const { sessionToken, session, user } = await identity.client.verifySignInLink({ token }, anonymously());
  if (session === undefined || user === undefined) throw new Error('no session');
  return { sessionToken, session, user };
}

/** Authenticates one token; `session` and `user` are undefined where it has no live session. */
export async function authenticate({ client }: TestIdentity, sessionToken: string): Promise<Authentication> {
  const { authentications } = await client.authenticate({ sessionTokens: [sessionToken] });
  const [authentication, ...others] = authentications;
  if (authentication === undefined || others.length > 0) throw new Error('one token, one answer');
  return authentication;
}

export async function isLive(identity: TestIdentity, { sessionToken }: Pick<SignedIn, 'sessionToken'>) {
  const { session, user } = await authenticate(identity, sessionToken);
  if ((session === undefined) !== (user === undefined)) throw new Error('half an answer');
  return session !== undefined;
}

export type SignedIn = Awaited<ReturnType<typeof signUpAndIn>>;
