import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { databaseServices, programOf, type ServiceName, serviceNames } from '@patchbay/platform/services';
import { reasonOf } from '@patchbay/runtime/readiness';
import { type Supervised, supervise } from '@patchbay/servers/child-process';
import type { Exit, Log } from '@patchbay/servers/server';
import { type Kept, keepRunning } from '@patchbay/servers/supervisor';
import { createLogger } from '@patchbay/telemetry/logger';
import { passwordsOf, prepareDatabases } from '../databases.ts';
import { removeOldMonths } from '../retention.ts';
import { loadSecrets, parseEventKeys } from '../secrets.ts';
import { readRetention } from './config.ts';
import { type Environment, environmentsOf, inheritedFrom, readServiceSettings } from './environments.ts';
import type { StackFolder } from './folder.ts';
import type { ServicePorts } from './ports.ts';
import type { ServerAddresses, StackVariables } from './servers.ts';

interface StartServicesOptions {
  readonly paths: StackFolder;
  readonly ports: ServicePorts;
  readonly environment: StackVariables;
  readonly addresses: ServerAddresses;
  readonly log: Log;
  readonly onEnd: (name: ServiceName, exit: Exit) => void;
}

/** OTEL_* and NODE_EXTRA_CA_CERTS: OpenTelemetry and Node read them themselves, so no service's config lists them. */
const runtimeVariables = (environment: StackVariables): Record<string, string> => {
  const authorities = environment['NODE_EXTRA_CA_CERTS'];
  return {
    ...Object.fromEntries(
      Object.entries(environment).flatMap(([name, value]) =>
        value !== undefined && name.startsWith('OTEL_') ? [[name, value]] : [],
      ),
    ),
    // Absolute: a service runs in its own folder.
    ...(authorities && { NODE_EXTRA_CA_CERTS: resolve(authorities) }),
  };
};

function keep(
  name: ServiceName,
  environment: Environment,
  folder: string,
  { log, onEnd }: Pick<StartServicesOptions, 'log' | 'onEnd'>,
): Kept<ServiceName> {
  const logPath = join(folder, `${name}.log`);
  const process = serviceProcess({
    name,
    environment,
    folder,
    log,
    onEnd: (exit) => {
      onEnd(name, exit);
      kept.ended(exit);
    },
  });
  const kept = keepRunning({
    name,
    log,
    process: {
      get pid() {
        return process.pid;
      },
      start: () => process.launch(),
      answers: () => process.answers(),
      lastLines: async () => {
        const lines = await process.lastLines();
        return lines === ''
          ? `it has written nothing to ${logPath}`
          : `the last lines of ${logPath}:\n${lines}`;
      },
      stop: () => process.stop(),
    },
  });
  return kept;
}

/** Creates the databases and starts the services, each again whenever it ends. Does not wait until they are ready. */
export async function startServices({
  paths,
  ports,
  environment,
  addresses,
  log,
  onEnd,
}: StartServicesOptions): Promise<readonly Kept<ServiceName>[]> {
  const { postgresUrl, redisUrl, kafkaBrokers } = addresses;
  const secrets = await loadSecrets(paths.secrets);
  const logger = createLogger({ service: 'stack', level: 'warn' });
  const databaseUrls = await prepareDatabases({
    adminUrl: postgresUrl,
    passwordOf: passwordsOf(secrets),
    logger,
  });
  log(`postgres: ${databaseServices.length} schemas, migrated`);
  const environments = environmentsOf({
    ports,
    databaseUrls,
    redisUrl,
    kafkaBrokers,
    smtpUrl: environment['SMTP_URL'] || pathToFileURL(paths.mailbox).href,
    sealingKeys: environment['SEALING_KEYS'] || secrets.sealingKeys,
    eventKeys: parseEventKeys(secrets.eventKeys),
    headKey: secrets.headKey,
    inherited: inheritedFrom(environment),
    extra: runtimeVariables(environment),
  });
  // A log begins anew with each run and goes on when the service is started again.
  await Promise.all(serviceNames.map((name) => rm(join(paths.path, `${name}.log`), { force: true })));
  const { RETENTION_MONTHS: keptMonths, HEAD_VERIFYING_KEYS: earlierKeys } = readRetention(environment);
  // In the background: a first removal may read many gigabytes.
  if (keptMonths !== undefined)
    void removeOldMonths(
      { adminUrl: postgresUrl, secrets, keptMonths, earlierKeys, print: log, logger },
      new AbortController().signal,
    ).catch((error: unknown) => log(`retention failed: ${reasonOf(error)}`));
  return serviceNames.map((name) => keep(name, environments[name], paths.path, { log, onEnd }));
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const isReady = (adminPort: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

interface ServiceProcessOptions {
  readonly name: ServiceName;
  readonly environment: Readonly<Record<string, string>>;
  /** For its log and pid file. */
  readonly folder: string;
  readonly log: Log;
  readonly onEnd: (exit: Exit) => void;
}

/**
 * The arguments of Node for a service. The folder, where Node also writes its reports, tells the process from the same service of another
 * stack; it is an option of Node, because services refuse arguments that they do not know.
 */
export const argumentsOf = (entry: string, folder: string): readonly string[] => [
  '--conditions=patchbay-source',
  '--import',
  '@patchbay/telemetry/start',
  `--diagnostic-dir=${folder}`,
  entry,
];

/** A service as a process from its sources. It answers when `/readyz` does with a 2xx. */
function serviceProcess({ name, environment, folder, log, onEnd }: ServiceProcessOptions): Supervised {
  const { folder: service, program } = programOf(name);
  const entry = `${root}services/${service}/src/${program}.ts`;
  return supervise({
    name,
    directory: folder,
    cwd: `${root}services/${service}`,
    command: process.execPath,
    args: argumentsOf(entry, folder),
    env: {
      PATH: process.env['PATH'] ?? '',
      // Compiled sources are kept between runs: halves the CPU time of a start.
      NODE_COMPILE_CACHE: `${root}.cache/compile`,
      ...readServiceSettings(),
      ...environment,
    },
    inheritEnvironment: false,
    mark: `--diagnostic-dir=${folder} ${entry}`,
    stopSignal: 'SIGTERM',
    // As Kubernetes does; STOP_TIMEOUT_SECONDS is 25 by default.
    stopTimeoutMs: 30_000,
    answers: () => isReady(environment['ADMIN_PORT'] ?? ''),
    log,
    onEnd,
  });
}
