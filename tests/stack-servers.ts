import { type TestServers, testServers } from '@patchbay/testing/servers';
import { inject } from 'vitest';

/** The servers of the test run, with the Kafka of this worker: a stack must not share its topics with another one. */
export function stackServers(): TestServers {
  const servers = testServers();
  const worker = Number(process.env['VITEST_POOL_ID']);
  const kafkaBrokers = worker === 1 ? servers.kafkaBrokers : inject('brokersOfOtherWorkers')[worker - 2];
  if (kafkaBrokers === undefined) throw new Error(`worker ${worker} has no Kafka`);
  return { ...servers, kafkaBrokers };
}
