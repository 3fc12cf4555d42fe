import { randomBytes } from 'node:crypto';
import { ownTopicsOf } from '@patchbay/events/topics';
import { prepareDatabases } from '@patchbay/local/databases';
import { environmentsOf } from '@patchbay/local/up/environments';
import { freePorts } from '@patchbay/local/up/ports';
import { programOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { createLogger } from '@patchbay/telemetry/logger';
import { connectTestKafka } from '@patchbay/testing/kafka';
import { type ServiceProcess, startProcess } from '@patchbay/testing/process';
import { type TestServers, testServers } from '@patchbay/testing/servers';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { generousLimits } from './limits.ts';

export interface StackServers {
  /** URL of a superuser. */
  readonly postgresUrl: string;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
  readonly smtpUrl: string;
}

export interface Stack {
  readonly address: string;
  /** Of the pages; passkeys are bound to it. */
  readonly portalAddress: string;
  /** URL of the superuser, to the stack's own database. */
  readonly adminUrl: string;
  process(name: ServiceName): ServiceProcess;
  /** Starts a service again after it was stopped or killed, on the same ports; `more` is added to its environment. */
  start(name: ServiceName, more?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops the services with SIGTERM, concurrently; resolves with their exit codes. */
  stop(): Promise<Record<ServiceName, number | null>>;
}

const ending: (() => Promise<void>)[] = [];

// Registered in each test file that imports this module, before its own hooks, so that it runs after them.
afterAll(async () => {
  for (const end of ending.splice(0)) await end();
});

/**
 * The servers of the test run, for one stack at a time: all stacks have the same topics and consumer groups. Waits until no other test
 * file has them. At the end of this one the topics are removed, so that the next stack and tests of packages find none of its events.
 */
export async function claimServers(): Promise<TestServers> {
  const servers = testServers();
  const lock = new Client({ connectionString: servers.postgresUrl });
  await lock.connect();
  await lock.query(`select pg_advisory_lock(hashtext('servers of a stack'))`);
  ending.push(async () => {
    const kafka = await connectTestKafka(servers.kafkaBrokers);
    await kafka.deleteTopics(serviceNames.flatMap(ownTopicsOf));
    await kafka.close();
    await lock.end();
  });
  return servers;
}

async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_stack_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Starts all services as processes from their sources, on real servers and a new database. `extra` is added to the environment
 * of all of them, `extraOf` to that of one. `prepare` makes the schemas and roles in the database.
 */
export async function startTestStack(
  { postgresUrl, redisUrl, kafkaBrokers, smtpUrl }: StackServers,
  extra: Readonly<Record<string, string>> = {},
  extraOf: (name: ServiceName) => Readonly<Record<string, string>> = () => ({}),
  prepare: typeof prepareDatabases = prepareDatabases,
): Promise<Stack> {
  const { services: ports } = await freePorts();
  const adminUrl = await createDatabase(postgresUrl);
  const databaseUrls = await prepare({
    adminUrl,
    passwordOf: (schema) => `test-password-of-${schema}`,
    logger: createLogger({ service: 'tests', level: 'warn' }),
  });
  const environments = environmentsOf({
    ports,
    databaseUrls,
    redisUrl,
    kafkaBrokers,
    smtpUrl,
    sealingKeys: generateSealingKey('test'),
    extra: { RATE_LIMITS: generousLimits, ...extra },
  });
  const processes = new Map<ServiceName, ServiceProcess>();
  const start = async (name: ServiceName, more: Readonly<Record<string, string>> = {}): Promise<void> => {
    const { folder, program } = programOf(name);
    const entry = new URL(`../services/${folder}/src/${program}.ts`, import.meta.url);
    processes.set(
      name,
      await startProcess({ name, entry, env: { ...environments[name], ...extraOf(name), ...more } }),
    );
  };
  const process = (name: ServiceName): ServiceProcess => {
    const started = processes.get(name);
    if (started === undefined) throw new Error(`${name} was never started`);
    return started;
  };
  await Promise.all(serviceNames.map((name) => start(name)));
  return {
    address: `http://127.0.0.1:${ports.gateway.main}`,
    portalAddress: `http://localhost:${ports.portal.main}`,
    adminUrl,
    process,
    start,
    async stop() {
      const exits = await Promise.all(serviceNames.map((name) => process(name).stop()));
      return Object.fromEntries(serviceNames.map((name, index) => [name, exits[index]?.code])) as Record<
        ServiceName,
        number
      >;
    },
  };
}
