import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { migrationsOf } from '@patchbay/local/services';
import { databaseServices } from '@patchbay/platform/services';
import { freePort } from '@patchbay/servers/free-port';
import { startKafka } from '@patchbay/servers/kafka';
import { startPostgres } from '@patchbay/servers/postgres';
import { startRedis } from '@patchbay/servers/redis';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import { provisionService } from '@patchbay/service/provision';
import { createSimulators } from '@patchbay/testing/ad-providers';
import { startAdProviders } from '@patchbay/testing/ad-providers/server';
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
  /** Accepted mails. */
  readonly smtp: TestSmtpServer;
  /** The password of a role of the database. */
  readonly passwordOf: (role: string) => string;
  stop(): Promise<void>;
}

const portOf = (url: string): number => Number(new URL(url).port);

/** The same address for pods. */
const seenFrom = (host: string, url: string): string => {
  const moved = new URL(url);
  moved.hostname = host;
  return moved.href;
};

/**
 * Starts Postgres, Redis, Kafka, a mail server and simulated advertising systems on this machine. They listen on loopback; pods
 * reach them through `host`. The database has the roles and empty schemas of the services: migrations are the charts' work.
 */
export async function startServers(host: string, log: (line: string) => void): Promise<OutsideServers> {
  const folder = await createTemporaryDirectory('patchbay-cluster-');
  const brokerPort = await freePort();
  const [postgres, redis, kafka, smtp, adProviders] = await Promise.all([
    startPostgres({ directory: join(folder.path, 'postgres'), log, syncToDisk: false, maxConnections: 300 }),
    startRedis({ directory: join(folder.path, 'redis'), log }),
    startKafka(
      { directory: join(folder.path, 'kafka'), log },
      { port: brokerPort, advertised: `${host}:${brokerPort}` },
    ),
    createSmtpServer(),
    startAdProviders(createSimulators()),
  ]);
  const ports = [
    portOf(postgres.url),
    portOf(redis.url),
    brokerPort,
    portOf(smtp.url),
    portOf(adProviders.origin),
  ];
  const forwards = await Promise.all(ports.map((port) => forward(host, port)));
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
    databaseUrl: seenFrom(host, postgres.url),
    redisUrl: seenFrom(host, redis.url),
    kafkaBrokers: `${host}:${brokerPort}`,
    smtpUrl: seenFrom(host, smtp.url),
    providers: JSON.stringify(adProviders.installations).replaceAll(
      inside,
      seenFrom(host, inside).replace(/\/$/, ''),
    ),
    smtp,
    passwordOf,
    async stop() {
      await Promise.all(forwards.map((each) => each.stop()));
      await Promise.all([postgres.stop(), redis.stop(), kafka.stop(), smtp.stop(), adProviders.stop()]);
      await folder.remove();
    },
  };
}
