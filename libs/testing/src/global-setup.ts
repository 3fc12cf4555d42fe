import { provisionServers } from '@patchbay/servers/provision';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { TestProject } from 'vitest/node';
import type { TestServers } from './servers.ts';

interface Run {
  readonly servers: TestServers;
  end(): Promise<void>;
}

/**
 * Settings for hundreds of databases that live for seconds and for thousands of log-ins. By default autovacuum would visit each database,
 * and each log-in would hash the password 4,096 times on both sides.
 */
const settings = {
  scram_iterations: '1',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
  io_method: 'sync',
  jit: 'off',
};

async function startServers(): Promise<Run> {
  const directory = await createTemporaryDirectory('patchbay-test-');
  try {
    const provisioned = await provisionServers({
      want: ['postgres', 'redis', 'kafka'],
      environment: process.env,
      directory: directory.path,
      postgres: { syncToDisk: false, maxConnections: 400, settings },
      log: (line) => process.stderr.write(`${line}\n`),
    });
    const { postgres, redis, kafka } = provisioned;
    return {
      servers: { postgresUrl: postgres.url, redisUrl: redis.url, kafkaBrokers: [...kafka.brokers] },
      async end() {
        await provisioned.stop();
        await directory.remove();
      },
    };
  } catch (error) {
    await directory.remove();
    throw error;
  }
}

/**
 * Vitest loads this file once per project, so a property of `globalThis` holds the servers that the projects share: the
 * first project starts them, the last one stops them.
 */
const shared = globalThis as typeof globalThis & { patchbayTestRun?: { run: Promise<Run>; users: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const current = (shared.patchbayTestRun ??= { run: startServers(), users: 0 });
  current.users += 1;
  const run = await current.run;
  project.provide('servers', run.servers);
  return async () => {
    current.users -= 1;
    if (current.users > 0) return;
    delete shared.patchbayTestRun;
    await run.end();
  };
}
