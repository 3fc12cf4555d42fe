import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { migrationsOf } from '@patchbay/local/services';
import { databaseServices } from '@patchbay/platform/services';
import { freePort } from '@patchbay/servers/free-port';
import { startKafka } from '@patchbay/servers/kafka';
import { type PostgresServer, startPostgres } from '@patchbay/servers/postgres';
import { startRedis } from '@patchbay/servers/redis';
import type { Server } from '@patchbay/servers/server';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { provisionService } from '@patchbay/service/provision';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { type AdProviders, startAdProviders } from '@patchbay/testing/ad-providers/server';
import { createSmtpServer, type TestSmtpServer } from '@patchbay/testing/smtp';
import { forward } from './forward.ts';

/** The servers of the run, outside of the cluster, as pods reach them. */
export interface OutsideServers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly kafkaBrokers: string;
  readonly smtpUrl: string;
  /** The content of a PROVIDERS_FILE that leads to simulated advertising systems. */
  readonly providers: string;
  /** For egress rules: what has another port than the charts allow by default. */
  readonly unusualPorts: { readonly host: string; readonly smtp: number; readonly adProviders: number };
  /** The servers themselves, on this machine. */
  readonly postgres: PostgresServer;
  readonly kafka: Server;
  readonly adProviders: AdProviders;
  /** Accepted mails. */
  readonly smtp: TestSmtpServer;
  /** The password of a role of the database. */
  readonly passwordOf: (role: string) => string;
  stop(): Promise<void>;
}

const portOf = (url: string): number => Number(new URL(url).port);

/** The ports that pods see: those that the egress rules of the charts allow. */
const usual = { postgres: 5432, redis: 6379, kafka: 9092 };

/** The same address for pods. */
const seenFrom = (host: string, url: string, port: number = portOf(url)): string => {
  const moved = new URL(url);
  moved.hostname = host;
  moved.port = String(port);
  return moved.href;
};

/**
 * Starts Postgres, Redis, Kafka, a mail server and simulated advertising systems on this machine. They listen on loopback; pods
 * reach them through `host`, Postgres, Redis and Kafka on their usual ports. The database has the roles and empty schemas of the
 * services: migrations are the charts' work.
 */
export async function startServers(host: string, log: (line: string) => void): Promise<OutsideServers> {
  const folder = await createTemporaryDirectory('patchbay-cluster-');
  const brokerPort = await freePort();
  const [postgres, redis, kafka, smtp, adProviders] = await Promise.all([
    startPostgres({ directory: join(folder.path, 'postgres'), log, syncToDisk: false, maxConnections: 300 }),
    startRedis({ directory: join(folder.path, 'redis'), log }),
    startKafka(
      { directory: join(folder.path, 'kafka'), log },
      { port: brokerPort, advertised: `${host}:${usual.kafka}` },
    ),
    createSmtpServer(),
    startAdProviders(createSimulators()),
  ]);
  const smtpPort = portOf(smtp.url);
  const adProvidersPort = portOf(adProviders.origin);
  const forwards = await Promise.all([
    forward(host, usual.postgres, portOf(postgres.url)),
    forward(host, usual.redis, portOf(redis.url)),
    forward(host, usual.kafka, brokerPort),
    forward(host, smtpPort, smtpPort),
    forward(host, adProvidersPort, adProvidersPort),
  ]);
  const passwords = new Map<string, string>();
  const passwordOf = (role: string): string => {
    const password = passwords.get(role) ?? randomBytes(18).toString('base64url');
    passwords.set(role, password);
    return password;
  };
  for (const service of databaseServices)
    await provisionService(migrationsOf[service], { adminUrl: postgres.url, passwordOf });
  const inside = new URL(adProviders.origin).origin;
  return {
    databaseUrl: seenFrom(host, postgres.url, usual.postgres),
    redisUrl: seenFrom(host, redis.url, usual.redis),
    kafkaBrokers: `${host}:${usual.kafka}`,
    smtpUrl: seenFrom(host, smtp.url),
    providers: JSON.stringify(adProviders.installations).replaceAll(
      inside,
      seenFrom(host, inside).replace(/\/$/, ''),
    ),
    unusualPorts: { host, smtp: smtpPort, adProviders: adProvidersPort },
    postgres,
    kafka,
    adProviders,
    smtp,
    passwordOf,
    async stop() {
      await Promise.all(forwards.map((each) => each.stop()));
      await Promise.all([postgres.stop(), redis.stop(), kafka.stop(), smtp.stop(), adProviders.stop()]);
      await folder.remove();
    },
  };
}
