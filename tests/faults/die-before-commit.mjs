/**
 * Preloaded into the audit process: replaces the commit of Kafka offsets by SIGKILL, so that the process is killed after it
 * has inserted entries and before their offset is committed. A test cannot hit this moment from outside.
 */
import { Kafka } from 'kafkajs';

// oxlint-disable-next-line typescript/unbound-method -- applied to its own object below
const makeConsumer = Kafka.prototype.consumer;

Kafka.prototype.consumer = function makeDyingConsumer(...parameters) {
  const consumer = makeConsumer.apply(this, parameters);
  const die = async () => process.kill(process.pid, 'SIGKILL');
  return {
    ...consumer,
    run: ({ eachBatch, ...options }) =>
      consumer.run({
        ...options,
        eachBatch: (payload) => eachBatch({ ...payload, commitOffsetsIfNecessary: die }),
      }),
  };
};
