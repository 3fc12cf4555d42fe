import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { databaseServices, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { provisionServers, type ServerName } from '@patchbay/servers/provision';
import type { Log } from '@patchbay/servers/server';
import { createLogger } from '@patchbay/telemetry/logger';
import { prepareDatabases } from '../databases.ts';
import { loadSecrets } from '../secrets.ts';
import { environmentsOf } from './environments.ts';
import { stackFolder } from './folder.ts';
import { type StackPorts, serverNames } from './ports.ts';
import { serviceProcess } from './service-process.ts';

export interface StackOptions {
  /** An absolute path, for data, logs, mails and secrets. Created if missing; existing data is used again. */
  readonly folder: string;
  readonly ports: StackPorts;
  /**
   * DATABASE_URL, REDIS_URL and KAFKA_BROKERS name servers that are used as they are. A service gets the variables that its
   * config reads, and those of OpenTelemetry.
   */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives one line for each step, and for each process that ended. */
  readonly log: Log;
}

export interface StackProcess {
  readonly name: ServiceName | ServerName;
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
  /** How often it was started again. */
  readonly restarts: number;
}

export interface RunningStack {
  /** Of the API. */
  readonly address: string;
  /** The folder of mails; undefined if SMTP_URL names a mail server. */
  readonly mailbox: string | undefined;
  readonly ports: StackPorts;
  /** The services, and the servers that were started here. */
  processes(): readonly StackProcess[];
  /** Resolves when every process runs and answers; rejects after the timeout with what is missing. Default 60 s. */
  ready(timeoutMs?: number): Promise<void>;
  /** Stops the services and then the servers. */
  stop(): Promise<void>;
}

/** OTEL_* variables: OpenTelemetry reads them itself, so no service's config lists them. */
const telemetryVariables = (environment: StackOptions['environment']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && name.startsWith('OTEL_') ? [[name, value]] : [],
    ),
  );

/** Starts servers that the environment does not name, creates the databases and starts the services. */
export async function startStack({ folder, ports, environment, log }: StackOptions): Promise<RunningStack> {
  const paths = stackFolder(folder);
  const servers = await provisionServers({
    want: serverNames,
    environment,
    directory: paths.servers,
    ports: ports.servers,
    log,
  });
  const secrets = await loadSecrets(paths.secrets);
  const databaseUrls = await prepareDatabases({
    adminUrl: servers.postgres.url,
    passwordOf: () => secrets.rolePassword,
    logger: createLogger({ service: 'stack', level: 'warn' }),
  });
  log(`postgres: ${databaseServices.length} schemas, migrated`);

  const mailbox = environment['SMTP_URL'] ? undefined : paths.mailbox;
  const environments = environmentsOf({
    ports: ports.services,
    databaseUrls,
    redisUrl: servers.redis.url,
    kafkaBrokers: servers.kafka.brokers,
    smtpUrl: environment['SMTP_URL'] || pathToFileURL(paths.mailbox).href,
    sealingKeys: environment['SEALING_KEYS'] || secrets.sealingKeys,
    inherited: environment,
    extra: telemetryVariables(environment),
  });
  const services = await Promise.all(
    serviceNames.map(async (name) => {
      await truncate(join(folder, `${name}.log`)).catch(() => undefined);
      const process = serviceProcess({
        name,
        environment: environments[name],
        folder,
        log,
        onEnd: ({ code, signal }) => log(`${name} ended with ${signal ?? `code ${code}`}`),
      });
      await process.launch();
      return { name, process };
    }),
  );
  return {
    address: `http://localhost:${ports.services.gateway.main}`,
    mailbox,
    ports,
    processes: () => [
      ...serverNames.map((name) => ({ name, pid: servers[name].pid, restarts: 0 })),
      ...services.map(({ name, process }) => ({ name, pid: process.pid, restarts: 0 })),
    ],
    async ready(timeoutMs = 60_000) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const answers = await Promise.all(services.map(({ process }) => process.answers()));
        const missing = services.filter((_, index) => !answers[index]).map(({ name }) => name);
        if (missing.length === 0) return;
        if (Date.now() > deadline) throw new Error(`not ready after ${timeoutMs} ms: ${missing.join(', ')}`);
        await sleep(100);
      }
    },
    async stop() {
      await Promise.all(services.map(({ process }) => process.stop()));
      await servers.stop();
    },
  };
}
