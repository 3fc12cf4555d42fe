/**
 * The parent of everything `make up` starts: servers that were not named by the environment, then the services. It
 * ends what it started, in reverse order, when it is told to; a service that ends by itself is left to its log, and its
 * neighbours keep running as they would in production.
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
  /** Everything is ready: nobody needs to listen any more. */
  readonly done?: boolean;
}

const address = `http://localhost:${defaultPorts.gateway.main}`;
const ends: (() => Promise<void>)[] = [];

function say(progress: Progress): void {
  process.stdout.write(`${progress.line}\n`);
  if (process.connected) process.send?.(progress);
}

async function end(code: number): Promise<never> {
  for (const step of ends.toReversed()) {
    await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  process.exit(code);
}

/** Telemetry's own variables, which no service names. */
const telemetryVariables = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && name.startsWith('OTEL_') ? [[name, value]] : [],
    ),
  );

async function start(): Promise<void> {
  const other = await takeLock(stackFolder.lock, address);
  if (other !== undefined) throw new Error(`Patchbay is running already at ${other.address}`);
  ends.push(() => releaseLock(stackFolder.lock));

  const log = (line: string): void => say({ line });
  const servers = await provisionServers({
    want: ['postgres', 'redis', 'kafka'],
    environment: process.env,
    directory: stackFolder.servers,
    log,
  });
  ends.push(() => servers.stop());

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
    ends.push(() => service.stop());
    return service;
  });
  await Promise.all(
    processes.map(async (service) => {
      await service.ready();
      log(`${service.name}: ready, process ${service.pid}, log ${stackFolder.path}${service.name}.log`);
    }),
  );
  const mails = process.env['SMTP_URL'] === undefined ? `Mails are in ${stackFolder.mailbox}. ` : '';
  say({ line: `\nPatchbay is running at ${address}. ${mails}\`make down\` stops it.`, done: true });
}

process.on('SIGTERM', () => void end(0));
process.on('SIGINT', () => void end(0));
try {
  await start();
} catch (error) {
  say({ line: error instanceof Error ? error.message : String(error) });
  await end(1);
}
