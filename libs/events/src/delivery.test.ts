import { fromBinary } from '@bufbuild/protobuf';
import { DeadLetterSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { createDeadLetterSender, createDelivery } from './delivery.ts';
import { type OutgoingMessage, PoisonMessage, type ReceivedMessage } from './transport.ts';

const batch = ['0', '1', '2', '3'].map(
  (offset): ReceivedMessage => ({
    topic: 't',
    partition: 0,
    offset,
    publishedMs: 0,
    key: 'k',
    keyBytes: Buffer.from('k'),
    value: Buffer.from(offset),
    headers: {},
  }),
);

const offsets = (messages: readonly ReceivedMessage[]): string =>
  messages.map(({ offset }) => offset).join('');

describe('a delivery', () => {
  it('a handler that reports poison messages is called again without them, and they become dead letters together', async () => {
    const calls: string[] = [];
    const letters: string[][] = [];
    await createDelivery(batch, {
      async handle(left) {
        calls.push(offsets(left));
        const poisons = left.filter(({ offset }) => offset === '1' || offset === '3');
        if (poisons.length > 0)
          throw new PoisonMessage(...poisons.map((message) => ({ message, reason: 'odd' })));
      },
      sendDeadLetters: async (refused) =>
        void letters.push(refused.map(({ message, reason }) => `${message.offset} ${reason}`)),
    }).attempt();
    expect(calls).toEqual(['0123', '02']);
    expect(letters).toEqual([['1 odd', '3 odd']]);
  });

  it('the next attempt after a failure continues with the remaining messages', async () => {
    const letters: string[] = [];
    let broken = true;
    const handled: string[] = [];
    const delivery = createDelivery(batch, {
      async handle(left) {
        const poison = left.find(({ offset }) => offset === '0');
        if (poison) throw new PoisonMessage({ message: poison, reason: 'odd' });
        if (broken) throw new Error('away');
        handled.push(offsets(left));
      },
      sendDeadLetters: async (refused) => void letters.push(...refused.map(({ message }) => message.offset)),
    });
    await expect(delivery.attempt()).rejects.toThrow('away');
    broken = false;
    await delivery.attempt();
    expect({ letters, handled }).toEqual({ letters: ['0'], handled: ['123'] });
  });

  it('a message stays in its batch while its dead letter cannot be published', async () => {
    const delivery = createDelivery(batch.slice(0, 1), {
      handle: async ([message]) => {
        if (message) throw new PoisonMessage({ message, reason: 'odd' });
      },
      sendDeadLetters: async () => Promise.reject(new Error('Kafka is away')),
    });
    await expect(delivery.attempt()).rejects.toThrow('Kafka is away');
    await expect(delivery.attempt()).rejects.toThrow('Kafka is away');
  });

  it('a poison message that is not in the batch counts as a failed attempt', async () => {
    const message = { topic: 't', partition: 1, offset: '0' };
    const delivery = createDelivery(batch, {
      handle: async () => Promise.reject(new PoisonMessage({ message, reason: 'elsewhere' })),
      sendDeadLetters: async () => {},
    });
    await expect(delivery.attempt()).rejects.toThrow('elsewhere');
  });
});

const refused = (offset: string, keyBytes: Buffer, value: Buffer) => ({
  message: {
    topic: 't',
    partition: 3,
    offset,
    publishedMs: 0,
    key: keyBytes.toString(),
    keyBytes,
    value,
    headers: { signature: 's', 'event-id': `event ${offset}` },
  },
  reason: 'it is not signed',
});

/** `published` has the messages of each publishing, `reported` the offsets of each call of `onDeadLetters`. */
function createSender({ failures = 0, refusedPublishes = 0 } = {}) {
  const published: [string, readonly OutgoingMessage[]][] = [];
  const reported: string[][] = [];
  const { logger, lines } = createLog();
  const send = createDeadLetterSender({
    subscription: {
      group: 'audit',
      async onDeadLetters(letters) {
        if (failures-- > 0) throw new Error('no database');
        reported.push(letters.map(({ offset }) => offset));
      },
    },
    async publish(topic, messages) {
      if (published.length === 1 && refusedPublishes-- > 0) throw new Error('no broker');
      published.push([topic, messages]);
    },
    logger,
  });
  return { send, published, reported, lines };
}

/** The dead letter of a message with this key and value, as it is published. */
async function sent(keyBytes: Buffer, value: Buffer) {
  const { send, published } = createSender();
  await send([refused('17', keyBytes, value)]);
  const [topic, messages] = published[0] ?? [];
  const message = messages?.[0];
  return { topic, message, letter: fromBinary(DeadLetterSchema, message?.value ?? new Uint8Array()) };
}

describe('a dead letter', () => {
  it('a dead letter holds the message with its headers, under a short key of its own', async () => {
    const [key, value] = [Buffer.alloc(300_000, 0xff), Buffer.alloc(300_000, 0xff)];
    const { topic, message, letter } = await sent(key, value);
    expect([topic, message?.key]).toEqual(['t.dead-letter', '3-17']);
    expect(message?.headers).toEqual(letter.headers);
    expect(letter).toMatchObject({ topic: 't', partition: 3, offset: '17', consumer: 'audit' });
    expect(letter.reason).toBe('it is not signed');
    expect(letter.headers).toEqual({ signature: 's', 'event-id': 'event 17' });
    expect([key.equals(letter.key), value.equals(letter.value)]).toEqual([true, true]);
  });

  it('a dead letter of a message that is too large names that and holds neither key nor value', async () => {
    const { message, letter } = await sent(Buffer.alloc(600_000), Buffer.alloc(1_000_000));
    expect(message?.value.byteLength).toBeLessThan(1_000);
    expect(letter.reason).toBe(
      'it is not signed; it is too large for a dead letter, which is without its key and value',
    );
    expect(letter).toMatchObject({ topic: 't', partition: 3, offset: '17' });
  });

  it('dead letters of one batch are published and reported together, and logged one by one without their contents', async () => {
    const { send, published, reported, lines } = createSender();
    const [key, value] = [Buffer.from('k'), Buffer.from('contents')];
    await send(['1', '2', '3'].map((offset) => refused(offset, key, value)));
    expect(published.map(([, messages]) => messages.map((one) => one.key))).toEqual([['3-1', '3-2', '3-3']]);
    expect(reported).toEqual([['1', '2', '3']]);
    expect(lines.map(({ eventId }) => eventId)).toEqual(['event 1', 'event 2', 'event 3']);
    expect(JSON.stringify(lines)).not.toContain('contents');
  });

  it('dead letters that are too large for one batch of the broker are published in parts', async () => {
    const { send, published, reported } = createSender();
    const [key, value] = [Buffer.from('k'), Buffer.alloc(700_000)];
    await send(['1', '2', '3', '4', '5'].map((offset) => refused(offset, key, value)));
    expect(published.map(([, messages]) => messages.map((one) => one.key))).toEqual([
      ['3-1', '3-2'],
      ['3-3', '3-4'],
      ['3-5'],
    ]);
    for (const [, messages] of published)
      expect(messages.reduce((sum, one) => sum + one.value.byteLength, 0)).toBeLessThan(2_097_152);
    expect(reported).toEqual([['1', '2', '3', '4', '5']]);
  });

  it('a dead letter is published once, however often its report fails', async () => {
    const { send, published, reported } = createSender({ failures: 2 });
    const [one, two] = ['1', '2'].map((offset) => refused(offset, Buffer.from('k'), Buffer.from('v')));
    if (!one || !two) throw new Error('no messages');
    await expect(send([one])).rejects.toThrow('no database');
    await expect(send([one, two])).rejects.toThrow('no database');
    await send([one, two]);
    expect(published.map(([, messages]) => messages.map(({ key }) => key))).toEqual([['3-1'], ['3-2']]);
    expect(reported).toEqual([['1', '2']]);
    await send([{ ...one, message: { ...one.message } }]);
    expect(published, 'delivered anew').toHaveLength(3);
  });

  it('after a failed publish only the parts that were not published are published again', async () => {
    const { send, published, reported } = createSender({ refusedPublishes: 1 });
    const letters = ['1', '2', '3'].map((offset) => refused(offset, Buffer.from('k'), Buffer.alloc(700_000)));
    await expect(send(letters)).rejects.toThrow('no broker');
    await send(letters);
    expect(published.map(([, messages]) => messages.map(({ key }) => key))).toEqual([
      ['3-1', '3-2'],
      ['3-3'],
    ]);
    expect(reported).toEqual([['1', '2', '3']]);
  });
});
