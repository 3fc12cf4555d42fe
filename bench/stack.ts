import { fileURLToPath } from 'node:url';
import { prepareDatabases } from '@patchbay/local/databases';
import { environmentsOf } from '@patchbay/local/stack/environments';
import { freePorts } from '@patchbay/local/stack/ports';
import { type ServiceName, serviceNames } from '@patchbay/platform/services';
import { generateSealingKey } from '@patchbay/sealing/sealer';
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
  readonly metricsUrl: string;
  stop(): Promise<void>;
}

export interface Stack {
  readonly address: string;
  readonly services: readonly StartedService[];
  stop(): Promise<void>;
}

/** Roles are those of the whole server: the same in each of its databases. */
export const passwordOf = (schema: string): string => `bench-password-of-${schema}`;

/** The five services as in production: one process each, from the output of `tsc -b`, started one after another. */
export async function startStack(
  servers: Servers,
  smtpUrl: string,
  { profile, providersFile }: { readonly profile: string | undefined; readonly providersFile: string },
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
    inherited: { PROVIDERS_FILE: providersFile },
    extra: { NODE_ENV: 'production', RATE_LIMITS: raisedLimits },
  });
  const services: StartedService[] = [];
  // `serviceNames` lists called services before their callers; the gateway is last.
  for (const name of serviceNames) {
    const profiling =
      profile === undefined
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`];
    const child = await startChild({
      name,
      command: process.execPath,
      parameters: [...profiling, '--import', '@patchbay/telemetry/start', 'dist/main.js'],
      cwd: `${root}services/${name}`,
      env: environments[name],
    });
    const admin = `http://127.0.0.1:${ports[name].admin}`;
    const readyMs = await child.healthy(`${admin}/readyz`);
    process.stderr.write(`  ${name}: ready after ${readyMs.toFixed(0)} ms\n`);
    services.push({
      name,
      pid: child.pid,
      readyMs,
      metricsUrl: `${admin}/metrics`,
      stop: () => child.stop(),
    });
  }
  return {
    address: `http://127.0.0.1:${ports.gateway.main}`,
    services,
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
    },
  };
}
