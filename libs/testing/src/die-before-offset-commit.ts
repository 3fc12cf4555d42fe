/**
 * Preloaded into a consuming process: replaces the commit of Kafka offsets by SIGKILL, so that the process dies after its handler
 * has succeeded and before the offset is committed. A test cannot hit this moment from outside.
 */
import { type Consumer, type ConsumerConfig, Kafka } from 'kafkajs';

// oxlint-disable-next-line typescript/unbound-method -- applied to its own object below
const makeConsumer = Kafka.prototype.consumer;

Kafka.prototype.consumer = function makeDyingConsumer(this: Kafka, config: ConsumerConfig): Consumer {
  const consumer = makeConsumer.call(this, config);
  const die = async (): Promise<void> => void process.kill(process.pid, 'SIGKILL');
  return {
    ...consumer,
    run: ({ eachBatch, ...options } = {}) =>
      consumer.run({
        ...options,
        ...(eachBatch && {
          eachBatch: (payload) => eachBatch({ ...payload, commitOffsetsIfNecessary: die }),
        }),
      }),
  };
};
