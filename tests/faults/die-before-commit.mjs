/**
 * Preloaded into the audit process: it ends as by a power cut between the insert of its entries and the commit of their
 * offset, the moment that no test could hit from outside.
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
