import { fileURLToPath } from 'node:url';
import { prepareDatabases } from '@patchbay/local/databases';
import { type EnvironmentOptions, environmentsOf } from '@patchbay/local/stack/environments';
import { freePorts, type PortsOfService } from '@patchbay/local/stack/ports';
import { readServiceSettings } from '@patchbay/local/stack/service-settings';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { generateSealingKey } from '@patchbay/sealing/sealer';
import { freePort } from '@patchbay/servers/free-port';
import type { Servers } from '@patchbay/servers/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import { startChild } from './child.ts';
import { raisedLimits } from './limits.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

export interface StartedService {
  readonly name: ServiceName;
  readonly pid: number;
  /** Milliseconds from spawn to the first 200 of `/readyz`. */
  readonly readyMs: number;
  /** Of its HTTP API or its RPC. */
  readonly address: string;
  readonly metricsUrl: string;
  stop(): Promise<void>;
}

export interface Stack {
  readonly address: string;
  readonly services: readonly StartedService[];
  /** Starts another process of a service, on ports of its own and with these changes to its environment. */
  startAnother(name: ServiceName, changes: Readonly<Record<string, string>>): Promise<StartedService>;
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly profile: string | undefined;
  readonly providersFile: string;
  /** Default: new ones. */
  readonly eventKeys?: NonNullable<EnvironmentOptions['eventKeys']>;
}

/** Roles are those of the whole server: the same in each of its databases. */
export const passwordOf = (schema: string): string => `bench-password-of-${schema}`;

/** The five services as in production: one process each, from the output of `tsc -b`, started one after another. */
export async function startStack(
  servers: Servers,
  smtpUrl: string,
  { profile, providersFile, eventKeys }: StackOptions,
): Promise<Stack> {
  const { services: ports } = await freePorts();
  const databaseUrls = await prepareDatabases({
    adminUrl: servers.postgres.url,
    passwordOf,
    logger: createLogger({ service: 'bench', level: 'warn' }),
  });
  const environments = environmentsOf({
    ports,
    databaseUrls,
    redisUrl: servers.redis.url,
    kafkaBrokers: servers.kafka.brokers,
    smtpUrl,
    sealingKeys: generateSealingKey('bench'),
    ...(eventKeys && { eventKeys }),
    inherited: { PROVIDERS_FILE: providersFile },
    extra: { ...readServiceSettings(), RATE_LIMITS: raisedLimits },
  });
  const start = async (
    name: ServiceName,
    { main, admin }: PortsOfService,
    changes: Readonly<Record<string, string>> = {},
  ): Promise<StartedService> => {
    const profiling =
      profile === undefined
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}-${main}.cpuprofile`];
    const child = await startChild({
      name,
      command: process.execPath,
      parameters: [...profiling, '--import', '@patchbay/telemetry/start', 'dist/main.js'],
      cwd: `${root}services/${name}`,
      env: { ...environments[name], ...changes },
    });
    const adminUrl = `http://127.0.0.1:${admin}`;
    const readyMs = await child.healthy(`${adminUrl}/readyz`);
    process.stderr.write(`  ${name}: ready after ${readyMs.toFixed(0)} ms\n`);
    return {
      name,
      pid: child.pid,
      readyMs,
      address: `http://127.0.0.1:${main}`,
      metricsUrl: `${adminUrl}/metrics`,
      stop: () => child.stop(),
    };
  };
  const services: StartedService[] = [];
  // `serviceNames` lists called services before their callers. Nothing that is measured opens a page of the Portal.
  for (const name of serviceNames.filter((each) => each !== 'portal'))
    services.push(await start(name, ports[name]));
  return {
    address: `http://127.0.0.1:${ports.gateway.main}`,
    services,
    async startAnother(name, changes) {
      const own = { main: await freePort(), admin: await freePort() };
      const [port, adminPort] = [String(own.main), String(own.admin)];
      return start(name, own, { PORT: port, RPC_PORT: port, ADMIN_PORT: adminPort, ...changes });
    },
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}
