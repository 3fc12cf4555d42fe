import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '@patchbay/local/stack/ports';
import { type RunningStack, startStack } from '@patchbay/local/stack/stack';
import { provisionServers } from '@patchbay/servers/provision';
import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import { generousLimits } from '../../limits.ts';
import { type BaseBackup, restoreBaseBackup, takeBaseBackup } from './base-backup.ts';

/** The six services, and a Postgres and a Kafka that outlive them. */
export interface Installation {
  readonly address: string;
  readonly mailbox: string;
  /** URL of a superuser. */
  readonly adminUrl: string;
  readonly brokers: readonly string[];
  /** Of the services: logs, keys, mails. */
  readonly folder: string;
  /** Resolves when all services are ready. */
  startServices(): Promise<void>;
  stopServices(): Promise<void>;
  /** Stops the process of audit by SIGSTOP; the function that is returned lets it go on. */
  pauseAudit(): () => void;
  backUp(): Promise<BaseBackup>;
  /** Kills Postgres, deletes its data and starts it on those of the backup. */
  restore(): Promise<void>;
  /** Replaces Kafka by an empty one. */
  emptyKafka(): Promise<void>;
  stop(): Promise<void>;
}

export async function createInstallation(
  folder: string,
  { installations }: Pick<AdProviders, 'installations'>,
  log: (line: string) => void,
): Promise<Installation> {
  const ports = await freePorts();
  const directory = join(folder, 'servers-of-drill');
  const provide = <Name extends 'postgres' | 'kafka'>(name: Name) =>
    provisionServers({ want: [name], environment: {}, directory, ports: ports.servers });
  const [{ postgres }, firstKafka] = await Promise.all([provide('postgres'), provide('kafka')]);
  let { kafka } = firstKafka;
  const providersFile = join(folder, 'providers.json');
  await writeFile(providersFile, JSON.stringify(installations));
  const [data, backup] = [join(directory, 'postgres', 'data'), join(folder, 'backup')];
  let stack: RunningStack | undefined;

  return {
    address: `http://localhost:${ports.services.gateway.main}`,
    mailbox: join(folder, 'mailbox'),
    adminUrl: postgres.url,
    brokers: kafka.brokers,
    folder,
    async startServices() {
      stack = await startStack({
        folder,
        ports,
        environment: {
          DATABASE_URL: postgres.url,
          KAFKA_BROKERS: kafka.brokers.join(','),
          RATE_LIMITS: generousLimits,
          PROVIDERS_FILE: providersFile,
          HEAD_INTERVAL_SECONDS: '1',
          LOG_LEVEL: 'warn',
        },
        log,
      });
      await stack.ready();
    },
    async stopServices() {
      await stack?.stop();
    },
    pauseAudit() {
      const pid = stack?.processes().find(({ name }) => name === 'audit')?.pid;
      if (pid === undefined) throw new Error('audit does not run');
      process.kill(pid, 'SIGSTOP');
      return () => void process.kill(pid, 'SIGCONT');
    },
    backUp: () => takeBaseBackup(postgres.url, data, backup),
    async restore() {
      await postgres.kill();
      await restoreBaseBackup(backup, data);
      await postgres.start();
    },
    async emptyKafka() {
      await kafka.stop();
      await rm(join(directory, 'kafka'), { recursive: true, force: true });
      ({ kafka } = await provide('kafka'));
    },
    async stop() {
      await stack?.stop();
      await Promise.all([postgres.stop(), kafka.stop()]);
    },
  };
}
