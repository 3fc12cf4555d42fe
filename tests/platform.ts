import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDatabases } from '@patchbay/local/databases';
import { composeOn } from '@patchbay/local/embedded/compose';
import { type DataDirectory, dataDirectory, readLocalConfig } from '@patchbay/local/embedded/config';
import { loadSecrets } from '@patchbay/local/secrets';
import { migrationsOf } from '@patchbay/local/services';
import type { Component } from '@patchbay/runtime/component';
import { createRuntime } from '@patchbay/runtime/runtime';
import { freePort } from '@patchbay/servers/free-port';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { createLogger } from '@patchbay/telemetry/logger';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { createOidcProvider, type TestOidcProvider } from '@patchbay/testing/oidc';
import { copyTemplate, passwordOf, stateOf } from '@patchbay/testing/postgres';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { Client } from 'pg';
import { generousLimits } from './limits.ts';

/** All services in the process of the test, as `make start` composes them, on a database of its own at the Postgres of the run. */
export interface Platform {
  /** Of the API. */
  readonly address: string;
  /** Of the pages. */
  readonly portal: string;
  readonly smtp: TestSmtpServer;
  readonly providers: AdProviders;
  /** What "Google" is. */
  readonly google: TestOidcProvider;
  /** Where `make start` would keep keys, mails and heads. */
  readonly data: DataDirectory;
  /** The database, as a superuser. */
  readonly adminUrl: string;
  /** Runs a statement there; returns the number of rows that it changed. */
  sql(statement: string, values?: readonly unknown[]): Promise<number | null>;
  /** What the services have logged. */
  log(): string;
  /**
   * Does everything that is due in the background, and what follows from it: events reach their consumers and the trail, entries their
   * webhooks, mails their recipients, and heads are signed. Waits for providers that do not answer.
   */
  runDue(): Promise<void>;
  /** Starts a second gateway in front of the same services; resolves with its address. It stops with the platform. */
  startSecondGateway(): Promise<string>;
  stop(): Promise<void>;
}

/** An event becomes an entry, the entry a delivery, the delivery an event, and that an entry again: each pass takes one such step at least. */
const duePasses = 4;

const workersOf = (components: readonly Component[]): Pick<Platform, 'runDue'>[] =>
  components.filter((component): component is Component & Pick<Platform, 'runDue'> => 'runDue' in component);

const silent = createLogger({ service: 'tests', level: 'silent' });

const prepare = (adminUrl: string) => prepareDatabases({ adminUrl, passwordOf, logger: silent });

/** `env` is added to the configuration. */
export async function startPlatform(env: Readonly<Record<string, string>> = {}): Promise<Platform> {
  // Gives traces their ids.
  await import('@patchbay/telemetry/start');
  const folder = await createTemporaryDirectory('patchbay-platform-');
  const [port, portalPort] = [await freePort(), await freePort()];
  const address = `http://localhost:${port}`;
  const migrations = Object.values(migrationsOf).flatMap((service) => service.migrations);
  const [smtp, providers, google, database] = await Promise.all([
    createSmtpServer(),
    startAdProviders(createSimulators()),
    createOidcProvider({ redirectUri: `${env['PUBLIC_URL'] ?? address}/v1/auth/google/callback` }),
    copyTemplate({
      name: 'platform',
      state: await stateOf(migrations),
      prepare: async (url) => void (await prepare(url)),
    }),
  ]);
  const { adminUrl } = database;
  const providersFile = join(folder.path, 'providers.json');
  await writeFile(providersFile, JSON.stringify(providers.installations));
  const config = readLocalConfig({
    DATA_DIR: folder.path,
    PORT: String(port),
    PORTAL_PORT: String(portalPort),
    SMTP_URL: smtp.url,
    PROVIDERS_FILE: providersFile,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_ISSUER: google.issuer,
    RATE_LIMITS: generousLimits,
    LOG_LEVEL: 'warn',
    ...env,
  });
  const data = dataDirectory(config.DATA_DIR);
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const run = async (components: readonly Component[]) => {
    const runtime = createRuntime([...components], silent, { stopTimeoutMs: 60_000 });
    await runtime.start();
    return runtime;
  };
  const { components, gatewayAt } = composeOn({
    config,
    data,
    address: config.PUBLIC_URL ?? address,
    print: () => {},
    logger: silent,
    loggerOf: (service) => createLogger({ service, level: config.LOG_LEVEL, destination }),
    secrets: await loadSecrets(data.secrets),
    adminUrl,
    databaseUrls: await prepare(adminUrl),
  });
  const workers = workersOf(components);
  const runtime = await run(components);
  const gateways: Awaited<ReturnType<typeof run>>[] = [];
  return {
    address,
    portal: `http://localhost:${portalPort}`,
    smtp,
    providers,
    google,
    data,
    adminUrl,
    async sql(statement, values = []) {
      const client = new Client({ connectionString: adminUrl });
      await client.connect();
      try {
        return (await client.query(statement, [...values])).rowCount;
      } finally {
        await client.end();
      }
    },
    log: () => lines.join(''),
    async runDue() {
      for (let pass = 0; pass < duePasses; pass += 1) for (const worker of workers) await worker.runDue();
    },
    async startSecondGateway() {
      const { server, components: second } = gatewayAt(0);
      gateways.push(await run(second));
      return `http://localhost:${server.port()}`;
    },
    async stop() {
      await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()));
      await runtime.stop();
      await Promise.all([providers.stop(), google.stop(), smtp.stop()]);
      await database.drop();
      await folder.remove();
    },
  };
}

let shared: Promise<Platform> | undefined;

/**
 * The platform of this worker, for files that need no configuration of their own: the first file starts it, and all
 * files of the worker use it, one after the other. So a file has organizations of its own (`signUpOf`), reads mails by their recipient,
 * counts a provider's requests from where it began, and leaves no fault switched on. Nobody calls `stop`: it stops with the worker.
 */
export const sharedPlatform = (): Promise<Platform> => (shared ??= startShared());

async function startShared(): Promise<Platform> {
  const platform = await startPlatform();
  // Vitest ends a worker with SIGTERM, and kills it half a second later.
  process.once('SIGTERM', () => {
    rmSync(platform.data.path, { recursive: true, force: true });
    process.kill(process.pid, 'SIGTERM');
  });
  return platform;
}
