/** The baseline of recording: kafkajs alone reads the same messages, and does nothing with them but verify them if it is asked to. */
import { randomUUID } from 'node:crypto';
import { createVerifier } from '@patchbay/events/signature';
import { parseServicePublicKeys } from '@patchbay/tokens/service-keys';
import { type EachBatchPayload, Kafka, logLevel } from 'kafkajs';
import type { Consumed, Consumption } from './bare-consumer-messages.ts';

type Batch = EachBatchPayload['batch'];

/** Verifies the signatures of a batch as the services do before their handlers see it; without keys it does nothing. */
function verifying(publicKeys: string | undefined): (batch: Batch) => Promise<void> {
  if (publicKeys === undefined) return async () => {};
  const verify = createVerifier(parseServicePublicKeys(publicKeys));
  const empty = Buffer.alloc(0);
  return async ({ topic, messages }) => {
    const refusals = await Promise.all(
      messages.map(({ key, value, headers = {} }) => {
        const texts = Object.entries(headers).map(([name, text]) => [name, String(text)]);
        return verify({
          topic,
          keyBytes: key ?? empty,
          value: value ?? empty,
          headers: Object.fromEntries(texts) as Record<string, string>,
        });
      }),
    );
    for (const refusal of refusals) if (refusal !== undefined) throw new Error(refusal.reason);
  };
}

/** Reads the messages as a new group, from the moment at which it begins to fetch. */
async function consume({ brokers, topics, messages, publicKeys }: Consumption): Promise<Consumed> {
  const verify = verifying(publicKeys);
  const kafka = new Kafka({ brokers: [...brokers], clientId: 'bare', logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `bare-${randomUUID()}` });
  const finished = Promise.withResolvers<Consumed>();
  let read = 0;
  let begin = { at: performance.now(), usage: process.cpuUsage() };
  consumer.on(consumer.events.GROUP_JOIN, () => {
    begin = { at: performance.now(), usage: process.cpuUsage() };
  });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: true });
  await consumer.run({
    async eachBatch({ batch }) {
      await verify(batch).catch(finished.reject);
      read += batch.messages.length;
      if (read < messages) return;
      const { user, system } = process.cpuUsage(begin.usage);
      const seconds = (performance.now() - begin.at) / 1_000;
      finished.resolve({ messages: read, cpu: (user + system) / 1_000, seconds, failure: undefined });
    },
  });
  const consumed = await finished.promise;
  await consumer.disconnect();
  return consumed;
}

/** The first time warms up. */
async function consumeTwice(consumption: Consumption): Promise<Consumed> {
  await consume(consumption);
  return consume(consumption);
}

process.on('message', (consumption: Consumption) => {
  void consumeTwice(consumption)
    .catch((error: unknown): Consumed => ({ messages: 0, cpu: 0, seconds: 0, failure: String(error) }))
    .then((consumed) => process.send?.(consumed));
});
process.on('disconnect', () => process.exit(0));
