import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { roleUrl } from '@patchbay/database/provision';
import { readTopic } from '@patchbay/events/read-topic';
import { headTopic, topicOf } from '@patchbay/events/topics';
import { freePorts } from '@patchbay/local/up/ports';
import { type RunningStack, startStack } from '@patchbay/local/up/stack';
import { type ConsumingService, consumedBy } from '@patchbay/platform/services';
import { provisionServers } from '@patchbay/servers/provision';
import { createLogger } from '@patchbay/telemetry/logger';
import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import { connectTestKafka, type TopicPosition } from '@patchbay/testing/kafka';
import { generousLimits } from '../../limits.ts';
import { type BaseBackup, restoreBaseBackup, takeBaseBackup } from './database.ts';

/** The services, and a Postgres and a Kafka that outlive them. */
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

export interface Head {
  readonly line: string;
  /** Milliseconds since the epoch. */
  readonly signedAt: number;
}

/** All heads that were published. */
export async function readHeads(brokers: readonly string[]): Promise<Head[]> {
  const lines: string[] = [];
  await readTopic({
    brokers,
    clientId: 'restore',
    topic: headTopic,
    group: `${headTopic}.restore-${randomUUID()}`,
    handle: async (values) => void lines.push(...values.map((value) => value.toString('utf8'))),
    logger: createLogger({ service: 'restore', level: 'fatal' }),
  });
  return lines.map((line) => ({
    line,
    signedAt: Date.parse((JSON.parse(line) as { signedAt: string }).signedAt),
  }));
}

const entry = fileURLToPath(new URL('../../../services/audit/src/main-check-heads.ts', import.meta.url));

/** What `main-check-heads <file>` says about these heads in its last line, and its exit code. */
export async function checkHeads(
  heads: readonly Head[],
  { folder, adminUrl }: { readonly folder: string; readonly adminUrl: string },
): Promise<{ code: number | null; summary: string }> {
  const file = join(folder, `heads-${randomUUID()}.ndjson`);
  await writeFile(file, heads.map(({ line }) => `${line}\n`).join(''));
  const secrets = JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
  const env = {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    DATABASE_URL: roleUrl(adminUrl, { role: 'audit', password: secrets['rolePassword'] ?? '' }),
    HEAD_SIGNING_KEY: secrets['headKey'] ?? '',
    LOG_LEVEL: 'error',
  };
  const args = ['--conditions=patchbay-source', entry, file];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, summary: output.trim().split('\n').at(-1) ?? '' };
}

const topicsOf = (service: ConsumingService): string[] => consumedBy(service).map(topicOf);

/** Resolves with the number of messages that audit had read and will read again. The groups must have no members. */
export async function resetOffsets(
  brokers: readonly string[],
  positions: Readonly<Record<ConsumingService, TopicPosition>>,
): Promise<number> {
  const kafka = await connectTestKafka(brokers);
  const readByAudit = async () => (await kafka.progress('audit', topicsOf('audit'))).committed;
  try {
    const before = await readByAudit();
    await Promise.all(
      (Object.entries(positions) as [ConsumingService, TopicPosition][]).map(([group, position]) =>
        kafka.resetOffsets(group, topicsOf(group), position),
      ),
    );
    return before - (await readByAudit());
  } finally {
    await kafka.close();
  }
}
