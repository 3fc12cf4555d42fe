import { provisionServers } from '@patchbay/servers/provision';
import { createTemporaryDirectory } from '@patchbay/servers/temporary-directory';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Brokers by worker. Not set where all share one Kafka. */
    brokersOfWorkers: string[][];
  }
}

/**
 * Global set-up: starts a Kafka for each worker. All stacks use the same topics, so two that run at the same time need two Kafkas; and
 * tests of a package that reads these topics, on the Kafka of the test run, must not find the events of a stack there.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directories = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, () => createTemporaryDirectory('patchbay-test-')),
  );
  const started = await Promise.all(
    directories.map(({ path }) => provisionServers({ want: ['kafka'], environment: {}, directory: path })),
  );
  project.provide(
    'brokersOfWorkers',
    started.map(({ kafka }) => [...kafka.brokers]),
  );
  return async () => {
    await Promise.all(started.map((servers) => servers.stop()));
    await Promise.all(directories.map((directory) => directory.remove()));
  };
}
