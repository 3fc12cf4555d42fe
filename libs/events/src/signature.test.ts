import '@patchbay/telemetry/fresh-modules';
import { fromBinary } from '@bufbuild/protobuf';
import { type DeadLetter, DeadLetterSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createLogger } from '@patchbay/telemetry/logger';
import { createTestEventKeys } from '@patchbay/testing/event-keys';
import { createServiceKeys } from '@patchbay/tokens/service-keys';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInProcessBus } from './in-process.ts';
import { createSigningPublisher, createVerifiedSource, refusalKinds } from './signature.ts';
import { deadLetterTopicOf, topicOf } from './topics.ts';
import type { EventTransport, OutgoingMessage, ReceivedMessage } from './transport.ts';

const refused = vi.hoisted((): unknown[] => []);
const begun = vi.hoisted((): unknown[] => []);
vi.mock('@patchbay/telemetry/metrics', () => ({
  set() {},
  watch() {},
  observe() {},
  startAtZero: (...parameters: unknown[]) => void begun.push(parameters),
  count: (metric: string, _value: number, labels: unknown) =>
    void (metric === 'eventsRefused' && refused.push(labels)),
}));

const logger = createLogger({ service: 'test', level: 'silent' });
const eventKeys = createTestEventKeys();
const topic = topicOf('identity');
const message = (text: string, key = 'ada'): OutgoingMessage => ({
  key,
  value: Buffer.from(text),
  headers: { 'event-id': text },
});

/** The message as it looks in Kafka after the service has published it. */
async function signed(
  text: string,
  { key = 'ada', to = topic, by = eventKeys.keys.identity.privateKey } = {},
): Promise<OutgoingMessage> {
  const sent: OutgoingMessage[] = [];
  const recorder = {
    name: 'recorder',
    publish: async (_: string, all: readonly OutgoingMessage[]) => void sent.push(...all),
  };
  await createSigningPublisher(recorder, by).publish(to, [message(text, key)]);
  const [only] = sent;
  if (only === undefined) throw new Error('nothing was published');
  return only;
}

describe('a source that verifies', () => {
  let bus: EventTransport;
  let got: string[];
  let letters: DeadLetter[];

  const subscribe = async (publicKeys = eventKeys.publicKeys) => {
    const component = createVerifiedSource(bus.source, publicKeys).subscribe({
      group: 'audit',
      topics: [topic, topicOf('organization')],
      handle: async (batch: readonly ReceivedMessage[]) =>
        void got.push(...batch.map(({ value }) => Buffer.from(value).toString())),
      onDeadLetters: async (all) => void letters.push(...all),
    });
    await component.start?.();
  };
  const reasons = () => letters.map(({ reason }) => reason);

  beforeEach(async () => {
    bus = createInProcessBus({ logger });
    got = [];
    letters = [];
  });
  afterEach(() => void refused.splice(0));

  it('a message signed by the service of its topic is handled', async () => {
    await subscribe();
    await bus.publisher.publish(topic, [await signed('one'), await signed('two')]);
    expect(got).toEqual(['one', 'two']);
    expect([letters, refused]).toEqual([[], []]);
    // The first refusal of a kind is an increase then.
    expect(begun).toContainEqual(['eventsRefused', { consumer: ['audit'], reason: refusalKinds }]);
  });

  it('an unsigned message becomes a dead letter, and the next messages are handled', async () => {
    await subscribe();
    await bus.publisher.publish(topic, [await signed('one'), message('forged'), await signed('two')]);
    expect(got).toEqual(['one', 'two']);
    expect(reasons()).toEqual(['it is not signed']);
    expect(refused).toEqual([{ consumer: 'audit', reason: 'unsigned' }]);
  });

  it('a message that was changed or moved to another key or topic becomes a dead letter', async () => {
    await subscribe();
    const real = await signed('real');
    await bus.publisher.publish(topic, [
      { ...real, value: Buffer.from('other') },
      { ...real, key: 'grace' },
      { ...real, headers: { ...real.headers, signature: 'AAAA' } },
    ]);
    const byIdentity = await signed('real', { to: topicOf('organization') });
    await bus.publisher.publish(topic, [byIdentity]);
    expect(got).toEqual([]);
    const reason = 'its signature is not one of identity for this topic, key and value';
    expect(reasons()).toEqual([reason, reason, reason, reason]);
    expect(refused).toContainEqual({ consumer: 'audit', reason: 'wrong_signature' });
  });

  it('bytes that move between key and value invalidate the signature', async () => {
    await subscribe();
    const real = await signed('bc', { key: 'a' });
    await bus.publisher.publish(topic, [{ ...real, key: 'ab', value: Buffer.from('c') }]);
    expect(got).toEqual([]);
    expect(letters).toHaveLength(1);
  });

  it('a message signed by a service that does not own the topic becomes a dead letter', async () => {
    await subscribe();
    await bus.publisher.publish(topicOf('organization'), [
      await signed('x'),
      await signed('y', { to: topicOf('organization') }),
    ]);
    expect(got).toEqual([]);
    const reason = 'it is signed by identity, which does not publish to this topic';
    expect(reasons()).toEqual([reason, reason]);
    expect(refused).toContainEqual({ consumer: 'audit', reason: 'wrong_service' });
  });

  it('a message signed by an unknown key becomes a dead letter', async () => {
    await subscribe();
    const { privateKey } = createServiceKeys();
    await bus.publisher.publish(topic, [await signed('x', { by: privateKey })]);
    expect(got).toEqual([]);
    expect(reasons()).toEqual(['it is signed with an unknown key']);
    expect(refused).toEqual([{ consumer: 'audit', reason: 'unknown_key' }]);
  });

  it('a refused message is counted once, however often its dead letter fails', async () => {
    let failures = 2;
    const component = createVerifiedSource(bus.source, eventKeys.publicKeys).subscribe({
      group: 'audit',
      topics: [topic],
      handle: async () => {},
      async onDeadLetters() {
        failures -= 1;
        if (failures >= 0) throw new Error('the database is away');
      },
    });
    await component.start?.();
    for (const outcome of ['rejected', 'rejected', 'fulfilled']) {
      expect(refused).toEqual([]);
      const [published] = await Promise.allSettled([bus.publisher.publish(topic, [message('forged')])]);
      expect(published.status).toBe(outcome);
    }
    expect(refused).toEqual([{ consumer: 'audit', reason: 'unsigned' }]);
  });

  it('each of several keys of a service is accepted, so that a key can be replaced', async () => {
    const [old, current] = [createServiceKeys(), createServiceKeys()];
    await subscribe(new Map([['identity', [old.publicKey, current.publicKey]]]));
    await bus.publisher.publish(topic, [
      await signed('one', { by: old.privateKey }),
      await signed('two', { by: current.privateKey }),
    ]);
    expect(got).toEqual(['one', 'two']);
  });

  it('a dead letter that is published again unchanged is accepted once its key is known', async () => {
    const late = createServiceKeys();
    const onTopic: ReceivedMessage[] = [];
    const reader = bus.source.subscribe({
      group: 'operator',
      topics: [deadLetterTopicOf(topic)],
      handle: async (batch) => void onTopic.push(...batch),
    });
    await reader.start?.();
    await subscribe();
    await bus.publisher.publish(topic, [await signed('late', { by: late.privateKey })]);
    expect(got).toEqual([]);
    const [letter] = onTopic;
    const { key, value } = fromBinary(DeadLetterSchema, letter?.value ?? new Uint8Array());
    await subscribe(new Map([['identity', [late.publicKey]]]));
    await bus.publisher.publish(topic, [
      { key: Buffer.from(key).toString(), value, headers: letter?.headers ?? {} },
    ]);
    expect(got).toEqual(['late']);
  });
});
