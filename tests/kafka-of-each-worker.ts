import { provisionServers } from '@patchbay/servers/provision';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Brokers of the second worker, the third and so on. */
    brokersOfOtherWorkers: string[][];
  }
}

/**
 * Global set-up: starts a Kafka for each worker but the first, which uses that of the test run. All stacks use the same topics, so
 * two that run at the same time need two Kafkas.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const others = project.config.maxWorkers - 1;
  const directories = await Promise.all(
    Array.from({ length: others }, () => createTemporaryDirectory('patchbay-test-')),
  );
  const started = await Promise.all(
    directories.map(({ path }) => provisionServers({ want: ['kafka'], environment: {}, directory: path })),
  );
  project.provide(
    'brokersOfOtherWorkers',
    started.map(({ kafka }) => [...kafka.brokers]),
  );
  return async () => {
    await Promise.all(started.map((servers) => servers.stop()));
    await Promise.all(directories.map((directory) => directory.remove()));
  };
}
