import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prepareDatabases } from '@patchbay/local/databases';
import { environmentsOf, readServiceSettings } from '@patchbay/local/up/environments';
import { freePorts } from '@patchbay/local/up/ports';
import { programOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { provisionServers, type Servers } from '@patchbay/servers/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { residentMb } from '@patchbay/testing/process-memory';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { Client, type QueryResultRow } from 'pg';
import type { Headers } from './load.ts';
import {
  atEnd,
  cpuOf,
  cpuWithChildrenOf,
  type Meters,
  type StartedProcess,
  startProcess,
} from './processes.ts';
import { progress } from './report.ts';

export const root = fileURLToPath(new URL('../', import.meta.url));

const unreachable = { limit: 1_000_000_000, windowSeconds: 86_400 };

/** One caller at one address sends more requests per minute than the defaults allow. */
export const raisedLimits = JSON.stringify({
  requestPerCaller: unreachable,
  publicPerAddress: unreachable,
  attemptPerOrganization: unreachable,
  changePerOrganization: unreachable,
  verifyPerOrganization: unreachable,
  relayPerIntegration: unreachable,
  relayPerOrganization: unreachable,
});

type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
) => Promise<Record<string, unknown>>;

/** A process for each service, on Postgres, Redis and Kafka of the bench's own, as in production. */
export interface Platform {
  /** Of the gateway. */
  readonly address: string;
  readonly directory: string;
  readonly servers: Servers;
  /** Simulated in this process, whose CPU is not measured. */
  readonly providers: AdProviders;
  readonly services: ReadonlyMap<ServiceName, StartedProcess>;
  /** CPU of the services, and of the servers. */
  readonly serviceMeters: Meters;
  readonly serverMeters: Meters;
  /** A session each of different people, all admins of the organization `acme`. */
  readonly people: readonly [admin: Headers, ...others: Headers[]];
  /** Queries as superuser. */
  readonly sql: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  readonly call: Call;
  readonly stop: (name: ServiceName) => Promise<void>;
  readonly start: (name: ServiceName) => Promise<void>;
  /** Resident memory of each service in MB, after a pause in which it settles. */
  readonly memory: () => Promise<Map<ServiceName, number>>;
}

/** Concurrent look-ups of one session may be merged, so a load with a single session would measure too little. */
const peopleCount = 8;
const founder = 'ada@acme.example';
const settleMs = 2_000;

export const callerOf =
  (origin: string): Call =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(40_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    return JSON.parse(text || '{}') as Record<string, unknown>;
  };

/** Asks for a link by mail, follows it and returns the session. */
async function signInByLink(
  call: Call,
  smtp: TestSmtpServer,
  path: string,
  request: Readonly<Record<'email', string> & Record<string, string>>,
): Promise<Headers> {
  const [mail] = await Promise.all([smtp.nextMailTo(request.email, 20_000), call('POST', path, request)]);
  const token = /[?&]token=([\w-]+)/.exec(mail.text)?.[1];
  const session = await call('POST', '/v1/auth/magic-link/verify', { token });
  return { authorization: `Bearer ${String(session['token'])}` };
}

/** Creates the organization `acme` and returns the session of its first admin. */
export const signUp = (call: Call, smtp: TestSmtpServer): Promise<Headers> =>
  signInByLink(call, smtp, '/v1/signup', {
    email: founder,
    name: 'Ada Lovelace',
    organizationName: 'Acme',
    organizationSlug: 'acme',
    provider: 'magic-link',
  });

/** Signs up a founder and signs in colleagues, who are admitted by the domain of their address; makes all of them admins. */
async function signIn(call: Call, smtp: TestSmtpServer): Promise<Platform['people']> {
  const admin = await signUp(call, smtp);
  const others: Headers[] = [];
  while (others.length < peopleCount - 1) {
    const other = await signInByLink(call, smtp, '/v1/auth/magic-link', {
      email: `colleague-${others.length}@acme.example`,
    });
    const { id } = await call('GET', '/v1/me', undefined, other);
    await call('PATCH', `/v1/organizations/acme/members/${String(id)}`, { role: 'admin' }, admin);
    others.push(other);
  }
  return [admin, ...others];
}

async function connect(url: string): Promise<Platform['sql']> {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  // Without a listener the event would end the process; the next query rejects anyway.
  client.on('error', () => {});
  await client.connect();
  atEnd(() => client.end());
  return async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>(text, [...values])).rows;
}

/** Simulated advertising systems, and the file that the platform knows them by. */
export async function startProviders(directory: string) {
  const providers = await startAdProviders(createSimulators());
  atEnd(() => providers.stop());
  const file = join(directory, 'providers.json');
  await writeFile(file, JSON.stringify(providers.installations));
  return { providers, file };
}

/** The environment of each service. */
async function prepare(directory: string, servers: Servers, smtp: TestSmtpServer) {
  const { providers, file: providersFile } = await startProviders(directory);
  const { services: ports } = await freePorts();
  const databaseUrls = await prepareDatabases({
    adminUrl: servers.postgres.url,
    passwordOf: (role) => `bench-password-of-${role}`,
    logger: createLogger({ service: 'bench', level: 'warn' }),
  });
  const environments = environmentsOf({
    ports,
    databaseUrls,
    redisUrl: servers.redis.url,
    kafkaBrokers: servers.kafka.brokers,
    smtpUrl: smtp.url,
    sealingKeys: generateSealingKey('bench'),
    inherited: { PROVIDERS_FILE: providersFile },
    extra: { ...readServiceSettings(), RATE_LIMITS: raisedLimits },
  });
  return { ports, environments, providers };
}

export async function startPlatform(directory: string): Promise<Platform> {
  progress('starting a process for each service, on Postgres, Redis and Kafka');
  const servers = await provisionServers({
    want: ['postgres', 'redis', 'kafka'],
    // Always servers of the bench's own: it inserts rows, and reads the CPU time of their processes.
    environment: {},
    directory: join(directory, 'servers'),
    log: (line) => progress(`  ${line}`),
  });
  atEnd(() => servers.stop());
  const smtp = await createSmtpServer();
  atEnd(() => smtp.stop());
  const { ports, environments, providers } = await prepare(directory, servers, smtp);

  const services = new Map<ServiceName, StartedProcess>();
  const start = async (name: ServiceName): Promise<void> => {
    const { folder, program } = programOf(name);
    const started = await startProcess({
      name,
      command: [process.execPath, '--import', '@patchbay/telemetry/start', `dist/${program}.js`],
      cwd: `${root}services/${folder}`,
      env: environments[name],
      readyUrl: `http://127.0.0.1:${ports[name].admin}/readyz`,
    });
    services.set(name, started);
    progress(`  ${name} was ready after ${started.readyMs.toFixed(0)} ms`);
  };
  // `serviceNames` lists called services before their callers. Nothing that is measured opens a page of the Portal.
  const names = serviceNames.filter((name) => name !== 'portal');
  for (const name of names) await start(name);
  const pidOf = (name: ServiceName): number => services.get(name)?.pid ?? 0;
  const address = `http://127.0.0.1:${ports.gateway.main}`;
  const call = callerOf(address);
  const { postgres, redis, kafka } = servers;
  return {
    address,
    directory,
    servers,
    providers,
    services,
    serviceMeters: Object.fromEntries(names.map((name) => [name, () => cpuOf(pidOf(name))])),
    serverMeters: Object.fromEntries(
      Object.entries({ postgres, redis, kafka }).map(([name, { pid = 0 }]) => [
        name,
        () => cpuWithChildrenOf(pid),
      ]),
    ),
    people: await signIn(call, smtp),
    sql: await connect(postgres.url),
    call,
    stop: async (name) => services.get(name)?.stop(),
    start,
    async memory() {
      await sleep(settleMs);
      const each = names.map(async (name) => [name, await residentMb(pidOf(name))] as const);
      return new Map(await Promise.all(each));
    },
  };
}

const insertOrganizations = `
  with made as (
    insert into organization.organizations (id, slug, name)
    select gen_random_uuid(), slug, slug from unnest($1::text[]) as given (slug)
    returning id
  ), joined as (
    insert into organization.members (id, organization_id, user_id, role)
    select gen_random_uuid(), made.id, user_id, 'admin' from made, organization.people where email = $2
  )
  select id from made`;

/** Creates organizations whose admin is the first of `people`, by SQL, so that their trails are empty. */
export const createOrganizations = async ({ sql }: Platform, slugs: readonly string[]): Promise<string[]> =>
  (await sql<{ id: string }>(insertOrganizations, [slugs, founder])).map(({ id }) => id);

export interface Workspace {
  readonly id: string;
  /** Of its integrations. */
  readonly path: string;
}

export async function createWorkspace({ call, people }: Platform, slug: string): Promise<Workspace> {
  const path = '/v1/organizations/acme/workspaces';
  const { id } = await call('POST', path, { name: slug, slug }, people[0]);
  return { id: String(id), path: `${path}/${slug}/integrations` };
}

/** The provider whose integrations are measured: a login and a verification are one request each. */
export const provider = 'criteo';

/** Inserts connected integrations without credentials; the background leaves them alone. */
export async function insertIntegrations({ sql }: Platform, { id }: Workspace, count: number): Promise<void> {
  await sql(
    `insert into integration.workspaces
       (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
     select id, organization_id, slug, name, 'Acme', now(), now() from organization.workspaces where id = $1::uuid
     on conflict do nothing`,
    [id],
  );
  await sql(
    `insert into integration.integrations
       (id, workspace_id, provider, name, status, status_checked_at, connected_at, connected_account, created_by_email, check_at)
     select gen_random_uuid(), $1::uuid, $2, 'Integration ' || place, 'active', now(), now(), 'Account ' || place,
       $3, now() + interval '6 hours' + random() * interval '6 hours'
     from generate_series(1, $4::int) as place`,
    [id, provider, founder, count],
  );
  await sql('analyze integration.integrations, integration.workspaces');
}
