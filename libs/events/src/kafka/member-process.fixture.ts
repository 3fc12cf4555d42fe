import { createLogger } from '@patchbay/telemetry/logger';
import { createKafkaTransport } from './transport.ts';

/**
 * A process with one consumer, which a test kills: `node member-process.fixture.ts <brokers> <client id> <group> <topic>`.
 * Writes the number of messages of each batch that it handled, one per line.
 */
const [brokers = '', clientId = '', group = '', topic = ''] = process.argv.slice(2);
const { source } = createKafkaTransport({
  brokers: brokers.split(','),
  clientId,
  uniqueClientId: true,
  logger: createLogger({ service: 'test', level: 'silent' }),
});
await source
  .subscribe({
    group,
    topics: [topic],
    handle: async (batch) => void process.stdout.write(`${batch.length}\n`),
  })
  .start?.();
