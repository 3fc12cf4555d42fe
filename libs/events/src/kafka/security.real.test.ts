import { randomUUID } from 'node:crypto';
import {
  consumingServices,
  publishingServices,
  type ServiceName,
  serviceNames,
} from '@patchbay/platform/services';
import type { Component } from '@patchbay/runtime/component';
import { createAuthority } from '@patchbay/testing/certificates';
import { createLog } from '@patchbay/testing/log';
import { allow, type SecureBroker, startSecureBroker } from '@patchbay/testing/secure-broker';
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { kafkaRightsOf } from '../rights.ts';
import { deadLetterTopicOf, eventTopics, headTopic, ownTopicsOf, publisherOf, topicOf } from '../topics.ts';
import { PoisonMessage, type ReceivedMessage } from '../transport.ts';
import { createKafkaClient, type KafkaSecurity } from './client.ts';
import { createLag } from './lag.ts';
import { createKafkaTransport } from './transport.ts';

const waiting = { timeout: 120_000, interval: 20 };
const message = (text: string) => ({ key: 'a', value: Buffer.from(text), headers: {} });

let broker: SecureBroker;
const started: Component[] = [];

beforeAll(async () => {
  broker = await startSecureBroker();
});
afterEach(async () => {
  for (const component of started.splice(0).toReversed()) await component.stop?.();
});
afterAll(() => broker?.stop());

const sasl = (service: ServiceName, password = broker.passwords[service]) =>
  ({ mechanism: 'scram-sha-512', username: service, password }) as const;
const trust = () => ({ ca: broker.authority.certificate });
const byPassword = (service: ServiceName): KafkaSecurity => ({ tls: trust(), sasl: sasl(service) });
const byCertificate = (service: ServiceName): KafkaSecurity => {
  const { certificate: cert, key } = broker.authority.issue([service]);
  return { tls: { ...trust(), cert, key } };
};

function transportOf(
  service: ServiceName,
  security: KafkaSecurity,
  brokers: readonly string[] = broker.server.saslBrokers,
) {
  const { logger, lines } = createLog();
  const creates = ownTopicsOf(service);
  return { lines, ...createKafkaTransport({ brokers, clientId: service, security, creates, logger }) };
}

const start = async (component: Component): Promise<Component> => {
  started.push(component);
  await component.start?.();
  return component;
};

const works = (component: Component) =>
  vi.waitFor(() => expect(component.trouble?.()).toBeUndefined(), waiting);

/** Publishes as identity, and consumes as audit; whether what was published has arrived. */
async function isDelivered(
  securityOf: (service: ServiceName) => KafkaSecurity,
  brokers: readonly string[],
): Promise<boolean> {
  const { publisher } = transportOf('identity', securityOf('identity'), brokers);
  await start(publisher);
  const text = randomUUID();
  await vi.waitFor(() => publisher.publish(topicOf('identity'), [message(text)]), waiting);
  const got: string[] = [];
  const consumer = transportOf('audit', securityOf('audit'), brokers).source.subscribe({
    group: 'audit',
    topics: [topicOf('identity')],
    handle: async (batch) => void got.push(...batch.map(({ value }) => Buffer.from(value).toString())),
  });
  await works(await start(consumer));
  return vi.waitUntil(() => got.includes(text), waiting);
}

describe('a broker with TLS and users', { tags: 'soak' }, () => {
  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'a client authenticates by %s',
    async (mechanism) => {
      const securityOf = (service: ServiceName) => ({ tls: trust(), sasl: { ...sasl(service), mechanism } });
      expect(await isDelivered(securityOf, broker.server.saslBrokers)).toBe(true);
    },
  );

  it('a client authenticates by its certificate', async () => {
    expect(await isDelivered(byCertificate, broker.server.tlsBrokers)).toBe(true);
  });

  it('new connections of a client use its renewed certificate', async () => {
    const { certificate: cert, key } = createAuthority().issue(['identity']);
    const transport = transportOf('identity', { tls: { ...trust(), cert, key } }, broker.server.tlsBrokers);
    const { publisher } = transport;
    await start(publisher);
    await expect(publisher.publish(topicOf('identity'), [message('x')])).rejects.toMatchObject({
      code: 'unavailable',
    });
    transport.setTls(byCertificate('identity').tls ?? {});
    await vi.waitFor(() => publisher.publish(topicOf('identity'), [message('x')]), waiting);
  });

  it.each<[string, () => KafkaSecurity, () => readonly string[], RegExp]>([
    [
      'a wrong password',
      () => ({ tls: trust(), sasl: sasl('identity', 'hunter2') }),
      () => broker.server.saslBrokers,
      /^Kafka refuses the user name or the password$/,
    ],
    [
      'a broker of another CA',
      () => ({ tls: { ca: createAuthority().certificate }, sasl: sasl('identity') }),
      () => broker.server.saslBrokers,
      /^the TLS handshake with Kafka failed: .*certificate/,
    ],
    [
      'a broker that has a certificate for another name',
      () => byPassword('identity'),
      () => broker.server.saslBrokers.map((address) => address.replace('127.0.0.1', 'localhost')),
      /^the TLS handshake with Kafka failed: .*altnames/,
    ],
  ])('%s is logged once, and the password is not logged', async (_, security, brokers, reason) => {
    const { publisher, lines } = transportOf('identity', security(), brokers());
    await start(publisher);
    await vi.waitFor(() => expect(publisher.trouble?.()).toMatch(reason), waiting);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await expect(publisher.publish(topicOf('identity'), [message('x')])).rejects.toThrow(
        expect.objectContaining({ message: expect.stringMatching(reason) }),
      );
    }
    const consumer = await start(
      transportOf('audit', security(), brokers()).source.subscribe({
        group: 'audit',
        topics: [topicOf('identity')],
        handle: async () => {},
      }),
    );
    await vi.waitFor(() => expect(consumer.trouble?.()).toMatch(/^Kafka: /), waiting);
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    const told = JSON.stringify(lines) + consumer.trouble?.();
    expect(told).not.toContain('hunter2');
    expect(told).not.toContain(broker.passwords.identity);
  });
});

describe('the rights of the table', { tags: 'soak' }, () => {
  const allTopics = [...eventTopics.flatMap((name) => [name, deadLetterTopicOf(name)]), headTopic];
  const linesOfOwners: Record<string, unknown>[][] = [];

  beforeAll(async () => {
    // The services that own topics create them when they start.
    const published = [
      ...publishingServices.map((service) => [service, topicOf(service)] as const),
      ['audit', headTopic] as const,
    ];
    for (const [service, topic] of published) {
      const { publisher, lines } = transportOf(service, byPassword(service));
      linesOfOwners.push(lines);
      await publisher.start?.();
      await vi.waitFor(() => publisher.publish(topic, [message(`first of ${service}`)]), waiting);
      await publisher.stop?.();
    }
  });

  it('the rights let a service create its topics and their dead-letter topics', async () => {
    expect(await broker.admin.listTopics()).toEqual(expect.arrayContaining(allTopics));
    expect(linesOfOwners.flat().filter(({ level }) => level === 'warn')).toEqual([]);
  });

  it('the rights let audit correct the retention of its head topic', async () => {
    const type = ConfigResourceTypes.TOPIC;
    const entriesOf = async () =>
      (
        await broker.admin.describeConfigs({
          includeSynonyms: false,
          resources: [{ type, name: headTopic, configNames: ['retention.ms', 'cleanup.policy'] }],
        })
      ).resources.flatMap(({ configEntries }) => configEntries.map(({ configValue }) => configValue));
    expect((await entriesOf()).toSorted()).toEqual(['-1', 'delete']);
    await broker.admin.alterConfigs({
      validateOnly: false,
      resources: [{ type, name: headTopic, configEntries: [{ name: 'retention.ms', value: '60000' }] }],
    });
    const { publisher } = transportOf('audit', byPassword('audit'));
    await start(publisher);
    await publisher.publish(headTopic, [message('x')]);
    await vi.waitFor(async () => expect(await entriesOf()).toContain('-1'), waiting);
  });

  it.each(consumingServices)(
    'the rights let %s consume, send dead letters and read its lag',
    async (service) => {
      const topics = kafkaRightsOf(service).flatMap(({ resource, name, operations }) =>
        resource === 'topic' && operations.includes('READ') ? [name] : [],
      );
      const { source, lines } = transportOf(service, byPassword(service));
      const refused: ReceivedMessage[] = [];
      const letters = new Set<string>();
      const consumer = source.subscribe({
        group: service,
        topics,
        async handle(batch) {
          refused.push(...batch);
          throw new PoisonMessage(...batch.map((one) => ({ message: one, reason: 'none is wanted' })));
        },
        onDeadLetters: async (all) => {
          for (const { topic } of all) letters.add(topic);
        },
      });
      await works(await start(consumer));
      for (const name of topics) {
        const owner = publisherOf(name) ?? 'identity';
        const { publisher } = transportOf(owner, byPassword(owner));
        started.push(publisher);
        await publisher.publish(name, [message('x')]);
      }
      await vi.waitFor(() => expect([...letters].toSorted()).toEqual(topics.toSorted()), waiting);
      const { logger } = createLog();
      const kafka = createKafkaClient({
        brokers: broker.server.saslBrokers,
        clientId: service,
        security: byPassword(service),
        logger,
      });
      const lag = createLag({ kafka, group: service, topics, logger, pollMs: 100 });
      lag.start();
      started.push({ name: 'lag', stop: () => lag.stop() });
      await vi.waitFor(() => {
        expect(lag.lags()).toEqual(new Map(topics.map((name) => [name, 0])));
      }, waiting);
      expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
    },
  );

  const notAuthorized = /[Nn]ot authorized/;
  const may = (service: ServiceName, name: string, operation: 'READ' | 'WRITE') =>
    kafkaRightsOf(service).some((right) => right.name === name && right.operations.includes(operation));

  const clientOf = (service: ServiceName) =>
    new Kafka({
      brokers: [...broker.server.saslBrokers],
      ssl: trust(),
      sasl: sasl(service),
      logLevel: logLevel.NOTHING,
      // Nothing is tried again, so that a slow answer must not be a failure.
      connectionTimeout: 60_000,
      authenticationTimeout: 60_000,
      requestTimeout: 60_000,
      retry: { retries: 0 },
    });

  it('the rights forbid a service to write to topics of others, and to dead-letter topics that it does not consume', async () => {
    for (const service of serviceNames) {
      const producer = clientOf(service).producer();
      await producer.connect();
      for (const topic of allTopics.filter((name) => !may(service, name, 'WRITE'))) {
        const sent = producer.send({ topic, messages: [{ key: 'a', value: 'forged' }] });
        await expect(sent, `${service} writes to ${topic}`).rejects.toThrow(notAuthorized);
      }
      await producer.disconnect();
    }
  });

  /** Why a member of the group gets no message of the topic. */
  async function refusalOf(service: ServiceName, groupId: string, topic: string): Promise<string> {
    const consumer = clientOf(service).consumer({ groupId, retry: { retries: 0 } });
    const ended = Promise.withResolvers<string>();
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.resolve(payload.error.message));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({ eachMessage: async () => ended.resolve('none: it got a message') });
      return await ended.promise;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await consumer.disconnect();
    }
  }

  it('the rights forbid a service to read a topic that it does not consume', async () => {
    // A group that everybody may join, so that only the rights on the topic are missing.
    const group = `group-${randomUUID()}`;
    await broker.admin.createAcls({ acl: [allow('*', 'group', group, 'READ')] });
    expect(await refusalOf('audit', group, topicOf('identity'))).toBe('none: it got a message');
    for (const service of serviceNames) {
      const unreadable = allTopics.filter((name) => !may(service, name, 'READ'));
      const sees = (topic: string) => kafkaRightsOf(service).some(({ name }) => name === topic);
      for (const topic of unreadable.filter(sees))
        expect(await refusalOf(service, group, topic), `${service} reads ${topic}`).toMatch(notAuthorized);
      // Without any right on a topic, a consumer cannot even ask where its partitions are.
      const consumer = clientOf(service).consumer({ groupId: group, retry: { retries: 0 } });
      await consumer.connect();
      for (const topic of unreadable.filter((name) => !sees(name)))
        await expect(consumer.subscribe({ topic }), `${service} reads ${topic}`).rejects.toThrow(
          notAuthorized,
        );
      await consumer.disconnect();
    }
  });

  it('the rights forbid a service to join the group of another', async () => {
    expect(await refusalOf('organization', 'audit', topicOf('identity'))).toMatch(/group coordinator/);
  });
});
