/** The baseline of recording: kafkajs alone reads the same messages, and does nothing with them but verify them if it is asked to. */
import { randomUUID } from 'node:crypto';
import type { ReceivedMessage } from '@patchbay/events/transport';
import { createVerifiedSource } from '@patchbay/events/verified-source';
import { parseServicePublicKeys } from '@patchbay/tokens/service-keys';
import { type EachBatchPayload, Kafka, logLevel } from 'kafkajs';
import type { Consumed, Consumption } from './bare-consumer-messages.ts';

type Handle = (batch: readonly ReceivedMessage[]) => Promise<void>;

/** What the services put in front of their handlers. */
function verifying({ topics, publicKeys }: Consumption): Handle {
  let handle: Handle = async () => {};
  if (publicKeys === undefined) return handle;
  const source = {
    subscribe(subscription: { readonly handle: Handle }) {
      handle = subscription.handle;
      return { name: 'bare' };
    },
  };
  createVerifiedSource(source, parseServicePublicKeys(publicKeys)).subscribe({
    group: 'bare',
    topics,
    handle: async () => {},
  });
  return handle;
}

const received = ({ topic, partition, messages }: EachBatchPayload['batch']): ReceivedMessage[] =>
  messages.map(({ key, value, headers = {}, offset }) => ({
    topic,
    partition,
    offset,
    key: String(key),
    keyBytes: key ?? Buffer.alloc(0),
    value: value ?? Buffer.alloc(0),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
  }));

/** Reads the messages as a new group, from the moment at which it begins to fetch. */
async function consume(consumption: Consumption): Promise<Consumed> {
  const { brokers, topics, messages, publicKeys } = consumption;
  const handle = verifying(consumption);
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
      if (publicKeys !== undefined) await handle(received(batch));
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
