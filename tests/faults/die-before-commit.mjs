/**
 * Preloaded into the audit process: it ends as by a power cut between the insert of its entries and the commit of their
 * offset, the moment that no test could hit from outside.
 */
import { Kafka } from 'kafkajs';

const { consumer } = Kafka.prototype;
Kafka.prototype.consumer = function dyingConsumer(...parameters) {
  const made = consumer.apply(this, parameters);
  const { run } = made;
  made.run = ({ eachBatch, ...options }) =>
    run({
      ...options,
      eachBatch: (payload) =>
        eachBatch({ ...payload, commitOffsetsIfNecessary: async () => process.kill(process.pid, 'SIGKILL') }),
    });
  return made;
};
