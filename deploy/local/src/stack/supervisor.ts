/**
 * The parent process of everything `make up` starts: servers that the environment does not name, then the services. On
 * SIGTERM or SIGINT it stops them in reverse order. It does not restart a service that exits, and keeps the others running.
 */
import { createWriteStream } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { databaseServices, serviceNames } from '@patchbay/platform/services';
import { provisionServers } from '@patchbay/servers/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import { prepareDatabases } from '../databases.ts';
import { releaseLock, takeLock } from '../instance-lock.ts';
import { loadSecrets } from '../secrets.ts';
import { environmentsOf } from './environments.ts';
import { stackFolder } from './folder.ts';
import { defaultPorts } from './ports.ts';
import { type ServiceProcess, startService } from './service-process.ts';

export interface Progress {
  readonly line: string;
  /** Every service is ready: `make up` closes the IPC channel and returns. */
  readonly done?: boolean;
}

const address = `http://localhost:${defaultPorts.gateway.main}`;
const cleanupSteps: (() => Promise<void>)[] = [];

function report(progress: Progress): void {
  process.stdout.write(`${progress.line}\n`);
  if (process.connected) process.send?.(progress);
}

async function cleanUpAndExit(code: number): Promise<never> {
  for (const step of cleanupSteps.toReversed()) {
    await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  process.exit(code);
}

/** OTEL_* variables: OpenTelemetry reads them itself, so no service's config lists them. */
const telemetryVariables = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && name.startsWith('OTEL_') ? [[name, value]] : [],
    ),
  );

async function start(): Promise<void> {
  const other = await takeLock(stackFolder.lock, address);
  if (other !== undefined) throw new Error(`Patchbay is running already at ${other.address}`);
  cleanupSteps.push(() => releaseLock(stackFolder.lock));

  const log = (line: string): void => report({ line });
  const servers = await provisionServers({
    want: ['postgres', 'redis', 'kafka'],
    environment: process.env,
    directory: stackFolder.servers,
    log,
  });
  cleanupSteps.push(() => servers.stop());

  const logger = createLogger({ service: 'supervisor' });
  const secrets = await loadSecrets(stackFolder.secrets);
  const databaseUrls = await prepareDatabases({
    adminUrl: servers.postgres.url,
    passwordOf: () => secrets.rolePassword,
    logger,
  });
  log(`postgres: ${databaseServices.length} schemas, migrated`);

  const environments = environmentsOf({
    ports: defaultPorts,
    databaseUrls,
    redisUrl: servers.redis.url,
    kafkaBrokers: servers.kafka.brokers,
    smtpUrl: process.env['SMTP_URL'] ?? pathToFileURL(stackFolder.mailbox).href,
    sealingKeys: process.env['SEALING_KEYS'] ?? secrets.sealingKeys,
    inherited: process.env,
    extra: telemetryVariables(),
  });
  const processes = serviceNames.map((name): ServiceProcess => {
    const output = createWriteStream(`${stackFolder.path}/${name}.log`);
    const service = startService(name, environments[name], output);
    cleanupSteps.push(() => service.stop());
    return service;
  });
  await Promise.all(
    processes.map(async (service) => {
      await service.ready();
      log(`${service.name}: ready, process ${service.pid}, log ${stackFolder.path}${service.name}.log`);
    }),
  );
  const mails = process.env['SMTP_URL'] === undefined ? `Mails are in ${stackFolder.mailbox}. ` : '';
  report({ line: `\nPatchbay is running at ${address}. ${mails}\`make down\` stops it.`, done: true });
}

process.on('SIGTERM', () => void cleanUpAndExit(0));
process.on('SIGINT', () => void cleanUpAndExit(0));
try {
  await start();
} catch (error) {
  report({ line: error instanceof Error ? error.message : String(error) });
  await cleanUpAndExit(1);
}
