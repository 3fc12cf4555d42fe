import { createLogger } from '@patchbay/telemetry/logger';
import { createLog } from '@patchbay/testing/log';
import kafkajs, { type Kafka, type ProducerConfig, type ProducerRecord } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { createKafkaPublisher } from './publisher.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const message = { key: 'a', value: Buffer.from('1'), headers: {} };

/** A publisher whose producers fail to send as often as `failures` says. */
function setUp(failures: number) {
  const created: ProducerConfig[] = [];
  const sent: ProducerRecord[] = [];
  let left = failures;
  const kafka = {
    producer(config: ProducerConfig) {
      created.push(config);
      return {
        connect: async () => {},
        disconnect: async () => {},
        async send(record: ProducerRecord) {
          sent.push(record);
          if (left-- > 0) throw new Error('the leader has moved');
        },
      };
    },
  } as unknown as Kafka;
  const topics = { ensure: async () => {}, forget() {} };
  return { publisher: createKafkaPublisher({ kafka, topics, logger }), created, sent };
}

describe('a publisher', () => {
  it('the publisher waits for all in-sync replicas and disables the retries of kafkajs, which lose messages', async () => {
    const { publisher, created, sent } = setUp(0);
    await publisher.publish('t', [message]);
    await publisher.publish('t', [message]);
    expect(created).toHaveLength(1);
    expect(created[0]).toMatchObject({ retry: { retries: 0 }, idempotent: false, maxInFlightRequests: 1 });
    expect(sent.map(({ acks }) => acks)).toEqual([-1, -1]);
  });

  it('the publisher rejects after one failed attempt and uses a new producer for the next', async () => {
    const { publisher, created, sent } = setUp(1);
    await expect(publisher.publish('t', [message])).rejects.toMatchObject({ code: 'unavailable' });
    expect(sent).toHaveLength(1);
    await publisher.publish('t', [message]);
    expect(created).toHaveLength(2);
  });
});

describe('the start of a publisher', () => {
  const refusal = new kafkajs.KafkaJSProtocolError(
    Object.assign(new Error('not authorized'), { type: 'TOPIC_AUTHORIZATION_FAILED', retriable: false }),
  );

  it.each([
    ['a connection', new Error('refused'), 'Kafka is not reachable'],
    [
      'the creation of a topic',
      new kafkajs.KafkaJSAggregateError('Topic creation errors', [refusal]),
      'Kafka refuses to create or to show a topic of this service',
    ],
  ])('the publisher warns at its start about a refusal: %s', async (_what, error, problem) => {
    const { logger: log, lines } = createLog();
    const topics = { ensure: () => Promise.reject(error), forget() {} };
    const publisher = createKafkaPublisher({ kafka: {} as Kafka, topics, ensure: ['t'], logger: log });
    await publisher.start?.();
    await publisher.stop?.();
    expect(lines).toEqual([
      expect.objectContaining({ problem, msg: 'publisher could not connect to Kafka' }),
    ]);
  });
});
