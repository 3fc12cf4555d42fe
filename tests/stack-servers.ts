import { type TestServers, testServers } from '@patchbay/testing/servers';
import { inject } from 'vitest';

/** The servers of the test run, with the Kafka of this worker: a stack must not share its topics with another one. */
export function stackServers(): TestServers {
  const servers = testServers();
  const kafkas: readonly string[][] | undefined = inject('brokersOfWorkers');
  if (kafkas === undefined) return servers;
  const kafkaBrokers = kafkas[Number(process.env['VITEST_POOL_ID']) - 1];
  if (kafkaBrokers === undefined) throw new Error('this worker has no Kafka');
  return { ...servers, kafkaBrokers };
}
